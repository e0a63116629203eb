"""The bus, in this process and over Redis alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

import pytest

from ludotheque.tables.bus import Bus, LocalBus, News
from ludotheque.tables.redis_bus import RedisBus
from tests.tables.backends import Redis

pytestmark = pytest.mark.anyio


@pytest.fixture(params=["local", "redis"])
async def pair(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Bus, Bus]]:
    """Two ends of one bus (in one process they are the same)."""
    if request.param == "local":
        bus = LocalBus()
        yield bus, bus
        await bus.close()
    else:
        url = request.getfixturevalue("redis").url
        ends = RedisBus(url, 0.1), RedisBus(url, 0.1)
        yield ends
        for end in ends:
            await end.close()


class Ear:
    def __init__(self) -> None:
        self.heard: list[News] = []
        self.returns = 0

    async def listen(self, news: News) -> None:
        self.heard.append(news)

    async def returned(self) -> None:
        self.returns += 1


async def until(condition: Callable[[], bool], seconds: float = 10) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.02)


async def test_news_arrive_in_order(pair: tuple[Bus, Bus]) -> None:
    ear = Ear()
    await pair[1].open(ear.listen, ear.returned)
    if pair[0] is not pair[1]:
        await pair[0].open(Ear().listen, ear.returned)
    for seq in range(50):
        await pair[0].publish(News("moves", "t1", "server", seq))
    await until(lambda: len(ear.heard) == 50)
    assert [news.detail for news in ear.heard] == list(range(50))


async def test_what_is_published_before_opening_or_after_closing_is_dropped_and_nothing_else(pair: tuple[Bus, Bus]) -> None:
    ear = Ear()
    await pair[0].publish(News("moves", "t1", "server", 1))
    await pair[0].open(ear.listen, ear.returned)
    await pair[0].publish(News("moves", "t1", "server", 2))
    await until(lambda: any(news.detail == 2 for news in ear.heard))
    await pair[0].close()
    await pair[0].publish(News("moves", "t1", "server", 3))
    await asyncio.sleep(0.1)
    assert all(news.detail != 3 for news in ear.heard)


async def test_a_restart_of_redis_is_noticed_and_survived(redis: Redis) -> None:
    speaker, listener, ear = RedisBus(redis.url, 0.1), RedisBus(redis.url, 0.1), Ear()
    await listener.open(ear.listen, ear.returned)
    await speaker.open(Ear().listen, Ear().returned)
    await speaker.publish(News("moves", "t1", "server", 1))
    await until(lambda: len(ear.heard) == 1)
    redis.stop()
    await speaker.publish(News("moves", "t1", "server", 2))  # lost, and found again by looking at the store
    await asyncio.sleep(0.5)
    redis.start()
    await until(lambda: ear.returns >= 1)

    async def heard_again() -> None:
        while not any(news.detail == 3 for news in ear.heard):
            await speaker.publish(News("moves", "t1", "server", 3))
            await asyncio.sleep(0.1)

    await asyncio.wait_for(heard_again(), 10)
    await speaker.close()
    await listener.close()


async def test_a_redis_that_hangs_is_noticed_though_the_connection_stays(redis: Redis) -> None:
    """The store is looked at meanwhile; when Redis goes on, so does the news."""
    speaker, listener, ear = RedisBus(redis.url, 0.1, 0.3), RedisBus(redis.url, 0.1, 0.3), Ear()
    await listener.open(ear.listen, ear.returned)
    await speaker.open(Ear().listen, Ear().returned)
    assert await listener.probe() is None
    redis.hang()
    await speaker.publish(News("moves", "t1", "server", 1))
    await until(lambda: ear.returns >= 3)  # again and again, as long as it hangs
    assert await listener.probe() == "away"
    redis.wake()
    for bus in (speaker, listener):
        async with asyncio.timeout(10):
            while await bus.probe() is not None:
                await asyncio.sleep(0.02)
    looked = ear.returns
    await speaker.publish(News("moves", "t1", "server", 2))
    await until(lambda: any(news.detail == 2 for news in ear.heard))
    await asyncio.sleep(0.5)
    assert ear.returns <= looked + 2  # and no longer
    redis.hang()
    await asyncio.wait_for(asyncio.gather(speaker.close(), listener.close()), 5)


async def test_who_could_not_speak_makes_all_others_look(redis: Redis) -> None:
    """Only the speaker was cut off: the others are told when it is back."""
    speaker, listener, ear = RedisBus(redis.url, 0.1, 0.3), RedisBus(redis.url, 0.1, 5.0), Ear()
    await listener.open(ear.listen, ear.returned)
    await speaker.open(Ear().listen, Ear().returned)
    redis.hang()
    await speaker.publish(News("moves", "t1", "server", 1))
    async with asyncio.timeout(10):
        while await speaker.probe() is None:
            await asyncio.sleep(0.02)
    await asyncio.sleep(0.5)
    redis.wake()
    await until(lambda: ear.returns >= 1)
    assert await listener.probe() is None  # it has noticed nothing itself
    await speaker.close()
    await listener.close()
