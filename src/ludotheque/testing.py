"""A battery that any game of the contract must pass, ours or a guest's: `check_game(game)`.

Each check raises AssertionError with the seed and the position that breaks it. Nothing here knows a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

import msgspec

from ludotheque import records
from ludotheque.rules.core import LIMIT, OVER, SPECTATOR, Options, Refusal, View
from ludotheque.rules.dice import below, new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play, out_of_turn
from ludotheque.rules.state import BaseState, copy_state, flat, from_record

Look = Callable[[BaseState, int], View]

"""How many entries count as the beginning of a game."""


def check_game(game: Game, *, games: int = 20, positions: int = 100, seed: int = 1) -> None:
    """Every check, over every number of players and every choice of options."""
    check_declaration(game)
    for players, options in game.variants():
        for number in range(games):
            play = random_play(game, players, options, seed + number, careful=number % 2 == 0)
            check_outcome(play)
            check_record(play)
            check_log(play)
            check_views_travel(game, play)
        check_moves(game, players, options, positions, seed)
        check_carriers_agree(game, players, options, games, seed)
        check_no_leaks(game, players, options, positions, seed)


# Playing at random ---------------------------------------------------------------------------------------------------


def random_play(game: Game, players: int, options: Options, seed: int, *, careful: bool = False, until: int = LIMIT) -> Play:
    """A whole game of random legal moves (or its first entries) in the plain carrier."""
    play, dice = _random_start(game, players, options, seed)
    _play_on(play, dice, careful, until)
    return play


def random_positions(game: Game, players: int, options: Options, count: int, seed: int) -> Iterator[Play]:
    """A play at random moments of random games, openings and ends among them. Careful play, so that games last."""
    found = 0
    while found < count:
        seed += 1
        length = len(random_play(game, players, options, seed, careful=True).entries)
        play, dice = _random_start(game, players, options, seed)
        stops = [below(dice, BEGINNING), *(below(dice, length + 1) for _ in range(STOPS_PER_GAME - 2)), length]
        play, dice = _random_start(game, players, options, seed)
        for stop in sorted(stops)[: count - found]:
            _play_on(play, dice, True, stop)
            found += 1
            yield play


BEGINNING, STOPS_PER_GAME = 12, 8
"""One moment of each game is among its first entries, where openings are; one is its end."""


def _random_start(game: Game, players: int, options: Options, seed: int) -> tuple[Play, list[int]]:
    dice = new_dice(seed)
    state = game.blank(players, options)
    game.rules.deal(state, dice)
    return Play(game, players, options, game.rules.dealt(state)), dice


def _play_on(play: Play, dice: list[int], careful: bool, until: int) -> None:
    buffer = _buffer(play.game)
    while play.to_act != OVER and len(play.entries) < until:
        play.enter_action(play.game.engine.next_entry(play.state, buffer, dice, careful))


def _buffer(game: Game) -> list[int]:
    return [0] * max(len(game.rules.MOVES), len(game.rules.CHANCES), 1)


# The checks ----------------------------------------------------------------------------------------------------------


def check_declaration(game: Game) -> None:
    """Moves are distinct, have a JSON form and a text form that round-trip, and name the clause that gives them."""
    assert len(set(game.rules.MOVES)) == len(game.rules.MOVES)
    assert {move.type for move in game.rules.MOVES} == {key.partition(".")[0] for key in game.rules.MOVE_CLAUSES}
    for move in game.rules.MOVES:
        assert game.move(json.loads(json.dumps(move.to_json()))) == move
        assert game.parse(str(move)) == move
    for chance in game.rules.CHANCES:
        assert game.chance(json.loads(json.dumps(chance.to_json()))) == chance
        assert game.parse(str(chance)) == chance
    assert list(game.variants()), "no number of players fits any options"


def check_outcome(play: Play) -> None:
    """Random play ends; there is a winner, and scores for all."""
    outcome = play.outcome
    assert outcome is not None, f"not over after {len(play.entries)} entries"
    assert outcome.winners, "nobody won"
    assert list(outcome.winners) == sorted(set(outcome.winners))
    assert all(0 <= seat < play.players for seat in outcome.winners)
    assert len(outcome.scores) == play.players
    assert play.legal() == []
    assert play.chances() == []
    if outcome.clause == "any.1":
        assert len(play.entries) == LIMIT
        best = max(outcome.scores[seat] for seat in range(play.players) if play.game.rules.playing(play.state, seat))
        assert all(outcome.scores[seat] == best for seat in outcome.winners)
    for seat in range(play.players):
        refusal = play.refusal(seat, play.game.rules.MOVES[0])
        assert refusal is not None
        assert refusal.clause == "any.4"


def check_record(play: Play) -> None:
    """A record round-trips through JSON and comes to the same position."""
    line = records.dumps(play.record())
    again = records.check(records.loads(line), {play.game.slug: play.game})
    assert again.state == play.state
    assert records.dumps(again.record()) == line


def check_views_travel(game: Game, play: Play) -> None:
    """A view survives the way to JSON and back, as bots in other processes and pages need it."""
    for seat in (*range(play.players), SPECTATOR):
        shown = play.view(seat)
        assert msgspec.json.decode(msgspec.json.encode(shown), type=game.rules.View) == shown


def check_log(play: Play) -> None:
    """Every entry has its line, and the log of everybody is made of what a spectator saw."""
    assert len(list(play.told())) == len(play.entries)


def check_moves(game: Game, players: int, options: Options, positions: int, seed: int) -> None:
    """Legal moves can be played, others name a clause; copies are independent; nothing appears or vanishes."""
    for play in random_positions(game, players, options, positions, seed):
        _check_position(game, play)


def _check_position(game: Game, play: Play) -> None:
    before = flat(copy_state(play.state))
    check_views_travel(game, play)
    legal = play.legal()
    assert len(set(legal)) == len(legal), "a move is listed twice"
    numbers = [game.action(move) for move in legal]
    assert numbers == sorted(numbers), "legal actions are not in ascending order"
    if play.to_act >= 0:
        assert legal, f"seat {play.to_act} has no move"
    for seat in range(play.players):
        for move in game.rules.MOVES:
            refusal = play.refusal(seat, move)
            assert (refusal is None) == (seat == play.to_act and move in legal)
            if refusal is not None:
                _check_refusal(game, refusal)
    for move in legal[:12]:
        twin = play.copy()
        twin.play(move)
        assert twin.entries[: len(play.entries)] == play.entries
        _check_material(game, play, twin)
    for chance, weight in play.chances():
        assert weight > 0
        twin = play.copy()
        twin.draw(chance)
        _check_material(game, play, twin)
    assert flat(play.state) == before, "looking or playing a copy changed the position"


def _check_refusal(game: Game, refusal: Refusal) -> None:
    prefix, _, number = refusal.clause.partition(".")
    assert prefix in ("any", game.slug), refusal
    assert number.isdecimal(), refusal


def _check_material(game: Game, before: Play, after: Play) -> None:
    material = game.rules.material
    assert material(before.state) == material(after.state), "a piece appeared or vanished"


def check_carriers_agree(game: Game, players: int, options: Options, games: int, seed: int, careful: bool = False) -> None:
    """Compiled and plain play give the same deals, entries and last positions for the same seeds."""
    from ludotheque.lab.playouts import logged_games

    for number, (deal, actions, state) in enumerate(
        logged_games(game, players=players, options=options, games=games, seed=seed, careful=careful)
    ):
        dice = new_dice(seed, number)
        plain = game.blank(players, options)
        game.rules.deal(plain, dice)
        assert game.rules.dealt(plain) == deal
        buffer = _buffer(game)
        for index, action in enumerate(actions):
            assert game.engine.to_act(plain) != OVER, f"game {number}: the plain carrier ended before entry {index}"
            ours = game.engine.next_entry(plain, buffer, dice, careful)
            assert ours == action, f"game {number}, entry {index}: {ours} plain, {action} compiled"
            game.engine.step(plain, ours)
        assert plain == from_record(state, game.rules.State)


# The leak test -------------------------------------------------------------------------------------------------------


def check_no_leaks(game: Game, players: int, options: Options, positions: int, seed: int, *, look: Look | None = None) -> None:
    """A state imagined from a seat's view looks the same to that seat: view, legal moves and refusals, byte for byte.

    `look` replaces the game's view; the tests of this test smuggle secrets in through it.
    """
    dice = new_dice(seed, 2)
    look = look or game.view
    for play in random_positions(game, players, options, positions, seed):
        for seat in (*range(players), SPECTATOR):
            shown = what_a_seat_gets(game, play.state, seat, look)
            other = game.imagine(game.view(play.state, seat), None, dice)
            again = what_a_seat_gets(game, other, seat, look)
            assert shown == again, f"seat {seat} can tell two positions apart after {len(play.entries)} entries: {play.record()}"


def what_a_seat_gets(game: Game, state: BaseState, seat: int, look: Look | None = None) -> bytes:
    """Every byte that leaves the rules for one seat: its view, its legal moves, the refusal of every move."""
    shown = [(look or game.view)(state, seat)]
    if seat == SPECTATOR:
        return msgspec.json.encode(shown)
    if (early := out_of_turn(game, state, seat)) is not None:  # whatever the move
        return msgspec.json.encode([shown, early])
    buffer = _buffer(game)
    legal = set(buffer[: game.rules.legal(state, buffer)])
    moves = enumerate(game.rules.MOVES)
    answers = [move.to_json() if action in legal else game.rules.refuse(state, move) for action, move in moves]
    return msgspec.json.encode([shown, answers])


# Counting ------------------------------------------------------------------------------------------------------------


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
