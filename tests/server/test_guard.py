"""The guard at the door: origins, headers, sizes, rates."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from ludotheque.server import guard
from ludotheque.server.config import Config
from ludotheque.server.routes import upkeep
from tests.familiar import CHANCY, DRAW, QUICK
from tests.server.people import OpenHouse, open_house
from tests.server.raw import HELLO, frame, knock

pytestmark = pytest.mark.anyio


def bad_origins(port: int) -> list[str]:
    return [
        "null",
        "https://evil.example",
        f"http://127.0.0.1.evil.example:{port}",
        f"http://127.0.0.1:{port}.evil.example",
        f"http://evil.example:{port}",
        f"http://127.0.0.1:{port}@evil.example",
        f"https://127.0.0.1:{port}",
        f"http://127.0.0.1:{port + 1}",
        f"http://localhost.:{port}",
        "http://127.0.0.1",
        "",
    ]


async def test_a_socket_is_opened_from_our_own_pages_only(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", start=True)
    address = f"ws://127.0.0.1:{house.port}/api/tables/{table}/socket"
    for origin in bad_origins(house.port):
        with pytest.raises(InvalidStatus) as refused:
            await connect(address, additional_headers={"cookie": lea.cookie, "origin": origin}, compression=None)
        assert refused.value.response.status_code == 403
    with pytest.raises(InvalidStatus):  # a cookie without an origin is not a browser of ours
        await connect(address, additional_headers={"cookie": lea.cookie}, compression=None)
    async with connect(address, additional_headers={"cookie": lea.cookie, "origin": house.url}, compression=None):
        pass


async def test_changes_come_from_our_own_pages_only(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    for origin in bad_origins(house.port):
        answer = await lea.http.post("/api/me", json={"name": "Eve"}, headers={"origin": origin})
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    answer = await lea.http.post("/api/me", content='{"name": "Eve"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 415
    assert (await lea.get("/api/me"))["guest"]["name"] == "Léa"


async def test_everything_bears_the_safe_headers_error_pages_too(house: OpenHouse) -> None:
    somebody = await house.guest()
    paths = ("/", "/api/house", "/api/nothing", "/nothing.js", "/api/tables/none", "/health", "/openapi.json", f"/games/{CHANCY}")
    for path in paths:
        answer = await somebody.http.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "Traceback" not in answer.text


async def test_the_cookie_is_secret_and_strict(house: OpenHouse) -> None:
    somebody = await house.guest()
    answer = await somebody.http.post("/api/me", json={"name": "Léa"})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


async def test_names_are_text_with_a_length(house: OpenHouse) -> None:
    somebody = await house.guest()
    made = await somebody.post("/api/me", {"name": "  L\u202eé\u0000a\u200b<script>\n" + "x" * 50})
    assert made["guest"]["name"] == ("Léa<script> " + "x" * 50)[:24]
    assert (await somebody.post("/api/me", {"name": "\u202e \u200b"}, status=400))["code"] == "no_name"
    await somebody.post("/api/me", {"name": "x" * 200}, status=400)


async def test_frames_are_at_most_16_kib_and_not_compressed(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "goldfish", start=True)
    page = await lea.page(table)
    assert "sec-websocket-extensions" not in {name.lower() for name in page.socket.response.headers}  # type: ignore[union-attr]
    await page.send({"type": "say", "id": "x", "text": "y" * 16_000})
    assert (await page.next("accepted"))["id"] == "x"
    await page.send("x" * (16 * 1024 + 1))
    with pytest.raises(ConnectionClosed):
        await page.next("nothing more")
    assert page.socket.close_code == 1009


async def test_bodies_have_a_size(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    answer = await lea.http.post("/api/me", json={"name": "x", "more": "y" * 70_000})
    assert answer.status_code == 413

    async def endless() -> Any:
        for _ in range(200):
            yield b"x" * 10_000

    answer = await lea.http.post("/api/me", content=endless(), headers={"content-type": "application/json"})
    assert 400 <= answer.status_code < 500


async def test_one_guest_may_not_send_too_fast(tmp_path: Path) -> None:
    async with open_house(tmp_path, guest_rate=5.0) as house:
        lea = await house.guest("Léa")
        table = await lea.table(CHANCY, "me", "goldfish", start=True)
        page = await lea.page(table)
        for number in range(30):
            await page.send({"type": "ping", "id": str(number)})
        answers = [await page.next("pong", "refused") for _ in range(30)]
        assert [answer["type"] for answer in answers[:15]] == ["pong"] * 15
        assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"rate"}
        assert [answer["id"] for answer in answers] == [str(number) for number in range(30)]


async def test_a_class_behind_one_address_fits_and_a_flood_does_not(tmp_path: Path) -> None:
    async with open_house(tmp_path, address_rate=100.0) as house:
        somebody = await house.guest()
        first = [(await somebody.http.get("/api/me")).status_code for _ in range(300)]  # thirty pupils open ten things each
        assert set(first) == {200}
        house.hall.allow.requests.rate = 1.0
        flood = [(await somebody.http.get("/api/me")).status_code for _ in range(700)]
        assert flood[-1] == 429


async def test_who_floods_is_told_so_slowly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waited = []

    async def wait(seconds: float) -> None:
        waited.append(seconds)

    async with open_house(tmp_path, address_rate=1.0) as house:
        somebody = await house.guest()
        monkeypatch.setattr(guard, "asyncio", SimpleNamespace(sleep=wait))
        answers = [await somebody.http.get("/api/me") for _ in range(20)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert waited == [guard.SLOWLY] * len(refused) != []
        assert set(refused[0].json()["words"]) == {"fr", "en"}


@pytest.mark.parametrize("sent", [frame(b"nonsense") * 60, frame(b"", 9) * 60], ids=["messages", "pings"])
async def test_who_was_sent_away_for_asking_too_much_waits_outside(sent: bytes, tmp_path: Path) -> None:
    async with open_house(tmp_path, address_rate=100.0, control_rate=1.0, control_burst=50.0) as house:
        lea = await house.guest("Léa")
        table = await lea.table(QUICK, "me", "open")
        house.hall.allow.requests.rate = 0.0
        for _ in range(100):
            page = await knock(house, table)
            if b" 429 " in await page.reader.readuntil(b"\r\n\r\n"):
                break
            page.send(frame(HELLO) + sent)
            assert await page.closed() in (1000, 1008)
            page.leave()
        else:
            raise AssertionError("they come back again and again")
        page.leave()


async def test_forwarded_addresses_count_only_from_a_trusted_proxy(tmp_path: Path) -> None:
    for trusted, expected in (((), {429}), (("127.0.0.1",), {200})):
        async with open_house(tmp_path, address_rate=2.0, trusted_proxies=trusted) as house:
            somebody = await house.guest()
            house.hall.allow.requests.rate = 0.01
            seen = [
                (await somebody.http.get("/api/me", headers={"x-forwarded-for": f"192.0.2.{number}"})).status_code
                for number in range(40)
            ]
            assert set(seen[20:]) == expected


async def test_metrics_are_for_this_machine_or_for_who_has_the_token(tmp_path: Path) -> None:
    async with open_house(tmp_path, metrics_token="secret-of-the-keeper") as house:
        somebody = await house.guest()
        assert (await somebody.http.get("/metrics")).status_code == 403
        allowed = await somebody.http.get("/metrics", headers={"authorization": "Bearer secret-of-the-keeper"})
        assert "ludotheque_move_seconds_bucket" in allowed.text


async def test_metrics_count_moves_and_refusals(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    table = await lea.table(CHANCY, "me", "open", first=0)
    await (await house.guest("Tom")).post(f"/api/tables/{table}/join")
    await lea.post(f"/api/tables/{table}/start")
    page = await lea.page(table)
    await page.move(DRAW)
    await page.move(DRAW, seq=0)
    text = (await lea.http.get("/metrics")).text
    assert "ludotheque_moves_total 2" in text
    assert 'ludotheque_refusals_total{code="old_position"} 1' in text
    assert 'ludotheque_tables{status="playing"} 1' in text
    assert "ludotheque_connections 1" in text


async def test_words_travel_compressed_for_those_who_can_read_them(house: OpenHouse) -> None:
    somebody = await house.guest()
    plain = await somebody.http.get("/api/texts/fr", headers={"accept-encoding": "identity"})
    squeezed = await somebody.http.get("/api/texts/fr", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in plain.headers
    assert squeezed.headers["content-encoding"] == "gzip"
    assert int(squeezed.headers["content-length"]) * 2 < int(plain.headers["content-length"])
    assert squeezed.json() == plain.json()
    private = await somebody.http.get("/api/me", headers={"accept-encoding": "gzip"})
    assert "content-encoding" not in private.headers


# By which name we are called ---------------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def _quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "SLOWLY", 0.0)


@pytest.mark.parametrize("path", ["/", "/api/house", "/api/me", "/metrics", "/openapi.json"])
async def test_a_strangers_name_for_us_is_refused(house: OpenHouse, path: str) -> None:
    """A page of theirs would otherwise read what is ours, from inside the house (DNS rebinding)."""
    somebody = await house.guest()
    for name in ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:8000", "", "[::2]", "192.0.2.1"):
        answer = await somebody.http.get(path, headers={"host": name})
        assert answer.status_code == 421, name
        assert answer.json()["code"] == "host"
        assert "--allow-host" in answer.json()["words"]["en"]
    for name in ("127.0.0.1", "localhost", "LOCALHOST:1234", "[::1]:80", "localhost."):
        assert (await somebody.http.get(path, headers={"host": name})).status_code == 200, name


async def test_a_socket_is_not_opened_under_a_strangers_name_either(house: OpenHouse) -> None:
    table = await (await house.guest("Léa")).table(CHANCY, "me", "goldfish", start=True)
    page = await knock(house, table, host="evil.example")
    assert b" 403 " in await page.reader.readuntil(b"\r\n\r\n")
    page.leave()


async def test_names_are_ours_by_origin_or_by_wish(tmp_path: Path) -> None:
    more: dict[str, Any] = {"origins": ("https://games.example.org:8443",), "allow_hosts": ("one", "two:8000")}
    async with open_house(tmp_path, **more) as house:
        somebody = await house.guest()
        for name, status in {"games.example.org": 200, "one:8000": 200, "two": 200, "three": 421}.items():
            assert (await somebody.http.get("/api/house", headers={"host": name})).status_code == status, name
            assert (await somebody.http.get("/health", headers={"host": name})).status_code == 200
    assert Config(allow_hosts=("*",)).allowed_hosts() is None


async def test_a_house_that_is_open_to_all_is_called_by_the_address_that_was_reached(tmp_path: Path) -> None:
    async with open_house(tmp_path, host="0.0.0.0") as house:
        somebody = await house.guest()
        for name, status in {"127.0.0.1": 200, "192.0.2.77": 421}.items():
            assert (await somebody.http.get("/api/house", headers={"host": name})).status_code == status, name


# Cookies ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "around",
    [
        'x={"a":"b"}; %s',
        "foo=bar baz; %s; x",
        "%s; x=[1,2]",
        "=; ;;; %s",
        "ludotheque=not-a-token-of-this-house; %s",
        "ludotheque=; ludotheque; %s; ludotheque=something-else-entirely",
        'a="x; %s; y"',
        "é=ü; %s",
    ],
)
async def test_other_cookies_do_not_hide_ours(house: OpenHouse, around: str) -> None:
    lea = await house.guest("Léa")
    headers = {"cookie": (around % lea.cookie).encode()}
    lea.http.cookies.clear()
    answer = await lea.http.get("/api/me", headers=headers)  # type: ignore[arg-type]
    assert answer.json()["guest"]["id"] == lea.id
    again = await lea.http.post("/api/me", json={"name": "Léa"}, headers=headers)  # type: ignore[arg-type]
    assert again.json()["guest"]["id"] == lea.id
    assert "set-cookie" not in again.headers


async def test_only_a_few_cookies_of_our_name_are_tried(house: OpenHouse) -> None:
    lea = await house.guest("Léa")
    many = "ludotheque=not-a-token-of-this-house; " * 50 + lea.cookie
    lea.http.cookies.clear()
    assert (await lea.http.get("/api/me", headers={"cookie": many})).json()["guest"] is None


# What is asked for often is made once ----------------------------------------------------------------------------------------


async def test_the_description_of_the_routes_is_made_once_and_travels_compressed(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    somebody = await house.guest()
    first = await somebody.http.get("/openapi.json", headers={"accept-encoding": "gzip"})
    assert first.headers["content-encoding"] == "gzip"
    monkeypatch.setattr(upkeep.json, "dumps", None)
    assert (await somebody.http.get("/openapi.json")).json() == first.json()
