"""Random games and positions in the plain carrier, and counting what can be played."""

from __future__ import annotations

from collections.abc import Iterator

from ludotheque.rules.core import LIMIT, OVER, Options
from ludotheque.rules.dice import below, new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play

BEGINNING, STOPS_PER_GAME = 12, 8
"""One moment of each game is among its first entries, where openings are; one is its end."""


def random_play(game: Game, players: int, options: Options, seed: int, *, careful: bool = False, until: int = LIMIT) -> Play:
    """A whole game of random legal moves (or its first entries) in the plain carrier."""
    play, dice = _random_start(game, players, options, seed)
    _play_on(play, dice, careful, until)
    return play


def random_positions(game: Game, players: int, options: Options, count: int, seed: int) -> Iterator[Play]:
    """A play at random moments of random games, openings and ends among them. Careful play, so that games last."""
    return (play for _, play in seeded_positions(game, players, options, count, seed))


def seeded_positions(game: Game, players: int, options: Options, count: int, seed: int) -> Iterator[tuple[int, Play]]:
    """The same, each with the seed of its game: `random_play(game, players, options, seed, careful=True)` passes there."""
    found = 0
    while found < count:
        seed += 1
        length = len(random_play(game, players, options, seed, careful=True).entries)
        _, dice = _random_start(game, players, options, seed)
        stops = [below(dice, BEGINNING), *(below(dice, length + 1) for _ in range(STOPS_PER_GAME - 2)), length]
        play, dice = _random_start(game, players, options, seed)
        for stop in sorted(stops)[: count - found]:
            _play_on(play, dice, True, stop)
            found += 1
            yield seed, play


def _random_start(game: Game, players: int, options: Options, seed: int) -> tuple[Play, list[int]]:
    dice = new_dice(seed)
    state = game.blank(players, options)
    game.rules.deal(state, dice)
    return Play(game, players, options, game.rules.dealt(state)), dice


def _play_on(play: Play, dice: list[int], careful: bool, until: int) -> None:
    buffer = action_buffer(play.game)
    while play.to_act != OVER and len(play.entries) < until:
        play.enter_action(play.game.engine.next_entry(play.state, buffer, dice, careful))


def action_buffer(game: Game) -> list[int]:
    """Room for legal actions or weights."""
    return [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES), 1)


def count_positions(play: Play, depth: int) -> int:
    """How many ways there are to play `depth` entries from here, draws included: the move generator's fingerprint."""
    if depth == 0 or play.to_act == OVER:
        return 1
    total = 0
    for move in play.legal():
        twin = play.copy()
        twin.play(move)
        total += count_positions(twin, depth - 1)
    for chance, _ in play.chances():
        twin = play.copy()
        twin.draw(chance)
        total += count_positions(twin, depth - 1)
    return total
