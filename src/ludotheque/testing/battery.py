"""A battery that any game of the contract must pass, ours or a guest's: `check_game(game)`.

A check that fails raises an AssertionError that names the game, its variant, the seed, the entry, and what differs from what.
Nothing here knows a game.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from ludotheque import records
from ludotheque.games import wrong_slug
from ludotheque.rules.core import LIMIT, OVER, SPECTATOR, Chance, Fault, Move, Options, Refusal, Value, View
from ludotheque.rules.dice import new_dice
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play, out_of_turn
from ludotheque.rules.state import BaseState, copy_state, flat, from_record
from ludotheque.testing.differences import difference
from ludotheque.testing.plays import action_buffer, random_play, seeded_positions

Look = Callable[[BaseState, int], View]


def check_game(game: Game, *, games: int = 20, positions: int = 100, seed: int = 1) -> None:
    """Every check, over every number of players and every choice of options."""
    check_declaration(game)
    for players, options in game.variants():
        check_plays(game, players, options, games, seed)
        check_moves(game, players, options, positions, seed)
        check_carriers_agree(game, players, options, games, seed)
        check_no_leaks(game, players, options, positions, seed)


@contextmanager
def _named(play: Play, seed: int) -> Iterator[None]:
    """Whatever fails inside says where: game, variant, seed and entry."""
    try:
        yield
    except (AssertionError, Fault) as error:
        last = f", the last one {play.entries[-1][1]}" if play.entries else ""
        options = "".join(f", {name}={value}" for name, value in play.options.items())
        place = f"{play.game.slug}, {play.players} players{options}, seed {seed}, after {len(play.entries)} entries{last}"
        raise AssertionError(f"{place}: {error}") from error


def same(one: object, other: object, what: str) -> None:
    """Two pieces of data are the same, or the first difference is named with both values."""
    found = difference(one, other)
    assert found is None, f"{what}: {found}"


# What a game declares ------------------------------------------------------------------------------------------------


def check_declaration(game: Game) -> None:
    """The slug fits; moves are distinct, name the clause that gives them, and have a JSON and a text form that round-trip."""
    rules = game.rules
    wrong = wrong_slug(game.slug)
    assert wrong is None, f"SLUG: {wrong}"
    twice = sorted({str(move) for move in rules.MOVES if rules.MOVES.count(move) > 1})
    assert not twice, f"MOVES names a move twice: {', '.join(twice)}"
    types, clauses = {move.type for move in rules.MOVES}, {key.partition(".")[0] for key in rules.MOVE_CLAUSES}
    assert types == clauses, f"MOVE_CLAUSES lacks {sorted(types - clauses)} and names {sorted(clauses - types)}, which is no move"
    values: tuple[Move | Chance, ...] = (*rules.MOVES, *rules.CHANCES)
    for value in values:
        read = game.move if isinstance(value, Move) else game.chance
        assert read(json.loads(json.dumps(value.to_json()))) == value, f"{value} does not survive the way to JSON and back"
        assert game.parse(str(value)) == value, f"{value} is not what its text form is read as: {game.parse(str(value))}"
    assert list(game.variants()), "no number of players fits any options"
    assert game.facts.seats in game.players


# Whole games ---------------------------------------------------------------------------------------------------------


def check_plays(game: Game, players: int, options: Options, games: int, seed: int) -> None:
    """Random games end, careful ones and others; their records, logs and views hold."""
    for number in range(seed, seed + games):
        dealt = random_play(game, players, options, number, until=0)
        with _named(dealt, number):
            assert dealt.to_act >= 0, "no seat is to act after the deal: what is drawn before anybody moves belongs to the deal"
        play = random_play(game, players, options, number, careful=number % 2 == 0)
        with _named(play, number):
            check_outcome(play)
            check_record(play)
            check_views_travel(play)
            if number % 5 == seed % 5:
                check_log(play)


def check_outcome(play: Play) -> None:
    """Random play ends; there is a winner, and scores for all."""
    outcome, rules = play.outcome, play.game.rules
    assert outcome is not None, "it is not over"
    assert outcome.winners, "nobody won"
    assert list(outcome.winners) == sorted(set(outcome.winners)), f"winners are not in order, each once: {outcome.winners}"
    assert all(0 <= seat < play.players for seat in outcome.winners), f"a winner sits nowhere: {outcome.winners}"
    assert len(outcome.scores) == play.players, f"{len(outcome.scores)} scores for {play.players} players"
    assert play.legal() == [], f"it is over, and yet there are legal moves: {play.legal()}"
    assert play.chances() == [], f"it is over, and yet something can be drawn: {play.chances()}"
    if outcome.clause == "any.1":
        assert len(play.entries) == LIMIT, "it ended by any.1 before the record was full"
        best = max(outcome.scores[seat] for seat in range(play.players) if rules.playing(play.state, seat))
        assert all(outcome.scores[seat] == best for seat in outcome.winners), (
            f"any.1: {outcome.winners} have not {best}, the best score"
        )
    for seat in range(play.players):
        refusal = play.refusal(seat, rules.MOVES[0])
        assert refusal is not None, f"it is over, and yet seat {seat} may play {rules.MOVES[0]}"
        assert refusal.clause == "any.4", f"it is over, and yet seat {seat} is refused by {refusal.clause}"


def check_record(play: Play) -> None:
    """A record round-trips through JSON and comes to the same position."""
    line = records.dumps(play.record())
    again = records.check(records.loads(line), {play.game.slug: play.game})
    same(flat(again.state), flat(play.state), "the record comes to another position than the play")
    same(json.loads(records.dumps(again.record())), json.loads(line), "the record of the replayed record")


def check_views_travel(play: Play) -> None:
    """A view survives the way to JSON and back, as bots elsewhere and pages need it; made for all at once it is no other."""
    together = play.views((SPECTATOR, *range(play.players)))
    for seat in (*range(play.players), SPECTATOR):
        shown = play.view(seat)
        shared = difference(msgspec.to_builtins(together[seat]), msgspec.to_builtins(shown))
        assert shared is None, f"`eyes` gives {_who(seat)} somebody else's view: {shared}"
        back = msgspec.json.decode(msgspec.json.encode(shown), type=play.game.rules.View)
        told = difference(msgspec.to_builtins(back), msgspec.to_builtins(shown)) or "its types are others (tuples, not lists)"
        assert back == shown, f"the view of {_who(seat)} is another one on its way to JSON and back: {told}"


def check_log(play: Play) -> None:
    """Every entry has its line, and the log of everybody is made of what a spectator saw."""
    lines = len(list(play.told()))
    assert lines == len(play.entries), f"{lines} lines for {len(play.entries)} entries"


def _who(seat: int) -> str:
    return "a spectator" if seat == SPECTATOR else f"seat {seat}"


# Single moves --------------------------------------------------------------------------------------------------------


def check_moves(game: Game, players: int, options: Options, positions: int, seed: int) -> None:
    """Legal moves can be played, others name a clause; copies are independent; nothing appears or vanishes."""
    for number, play in seeded_positions(game, players, options, positions, seed):
        with _named(play, number):
            _check_position(play)


def _check_position(play: Play) -> None:
    before = flat(copy_state(play.state))
    check_views_travel(play)
    _check_legal(play)
    _check_refusals(play)
    for move in play.legal()[:12]:
        _check_entry(play, move)
    for chance, weight in play.chances():
        assert weight > 0, f"{chance} has weight {weight}"
        _check_entry(play, chance)
    same(flat(play.state), before, "looking, or playing a copy, changed the position")


def _check_legal(play: Play) -> None:
    legal = play.legal()
    numbers = [play.game.action(move) for move in legal]
    assert len(set(numbers)) == len(numbers), f"a move is listed twice: {', '.join(map(str, legal))}"
    assert numbers == sorted(numbers), f"legal actions are not in ascending order: {numbers}"
    assert legal or play.to_act < 0, f"seat {play.to_act} has no move"


def _check_refusals(play: Play) -> None:
    legal = set(play.legal())
    for seat in range(play.players):
        for move in play.game.rules.MOVES:
            refusal, may = play.refusal(seat, move), seat == play.to_act and move in legal
            assert (refusal is None) == may, (
                f"seat {seat}, {move}: {'legal' if may else 'not legal'}, and yet {refusal or 'not refused'}"
            )
            if refusal is not None:
                _check_clause(play.game, refusal)


def _check_clause(game: Game, refusal: Refusal) -> None:
    prefix, _, number = refusal.clause.partition(".")
    assert prefix in ("any", game.slug), f"{refusal} names a clause of another game"
    assert number.isdecimal(), f"{refusal} names no clause: {game.slug}.NUMBER"


def _check_entry(play: Play, value: Value) -> None:
    twin = play.copy()
    if isinstance(value, Move):
        twin.play(value)
    else:
        twin.draw(play.game.chance(dict(value.args)))
    assert twin.entries[: len(play.entries)] == play.entries, f"{value} changed entries that were made before"
    count = play.game.rules.material
    same(_builtins(count(twin.state)), _builtins(count(play.state)), f"{value}: a piece appeared or vanished (`material`)")


def _builtins(counted: object) -> object:
    return msgspec.to_builtins(counted, str_keys=True)


# Two carriers --------------------------------------------------------------------------------------------------------


def check_carriers_agree(game: Game, players: int, options: Options, games: int, seed: int, careful: bool = False) -> None:
    """Compiled and plain play give the same deals, entries and last positions for the same seeds."""
    from ludotheque.lab.playouts import logged_games

    logged = logged_games(game, players=players, options=options, games=games, seed=seed, careful=careful)
    for number, (deal, actions, state) in enumerate(logged):
        place = f"{game.slug}, {players} players, {dict(options)}, seed {seed}, game {number}"
        dice = new_dice(seed, number)
        plain = game.blank(players, options)
        game.rules.deal(plain, dice)
        same(game.rules.dealt(plain), deal, f"{place}: the plain deal is not the compiled one")
        buffer = action_buffer(game)
        for index, action in enumerate(actions):
            assert game.engine.to_act(plain) != OVER, f"{place}: the plain carrier ended before entry {index}"
            ours = game.engine.next_entry(plain, buffer, dice, careful)
            assert ours == action, f"{place}, entry {index}: action {ours} plain, {action} compiled"
            game.engine.step(plain, ours)
        compiled = flat(from_record(state, game.rules.State))
        same(flat(plain), compiled, f"{place}, after {len(actions)} entries: the plain position is not the compiled one")


# The leak test -------------------------------------------------------------------------------------------------------


def check_no_leaks(game: Game, players: int, options: Options, positions: int, seed: int, *, look: Look | None = None) -> None:
    """A state imagined from a seat's view looks the same to that seat: view, legal moves and refusals, byte for byte.

    `look` replaces the game's view; the tests of this test smuggle secrets in through it.
    """
    dice = new_dice(seed, 2)
    look = look or game.view
    for number, play in seeded_positions(game, players, options, positions, seed):
        for seat in (*range(players), SPECTATOR):
            with _named(play, number):
                shown = what_a_seat_gets(game, play.state, seat, look)
                other = game.imagine(game.view(play.state, seat), None, dice)
                again = what_a_seat_gets(game, other, seat, look)
                if shown != again:
                    told = difference(json.loads(shown), json.loads(again)) or "the same data in other bytes"
                    raise AssertionError(f"{_who(seat)} can tell two positions apart that look the same to it: {told}")


def what_a_seat_gets(game: Game, state: BaseState, seat: int, look: Look | None = None) -> bytes:
    """Every byte that leaves the rules for one seat: its view, its legal moves, the refusal of every move."""
    got: dict[str, object] = {"view": (look or game.view)(state, seat)}
    if seat != SPECTATOR:
        early = out_of_turn(game, state, seat)
        got["moves"] = _answers(game, state) if early is None else early  # out of turn, whatever the move
    return msgspec.json.encode(got)


def _answers(game: Game, state: BaseState) -> dict[str, object]:
    buffer = action_buffer(game)
    legal = set(buffer[: game.rules.legal(state, buffer)])
    moves = enumerate(game.rules.MOVES)
    return {str(move): "legal" if action in legal else game.rules.refuse(state, move) for action, move in moves}
