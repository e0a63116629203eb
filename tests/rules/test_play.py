"""A play refuses whatever is not a move of its game, with the reason that a record with such a move gets."""

from __future__ import annotations

import pytest

from ludotheque import records
from ludotheque.games import GAMES
from ludotheque.games import game as find_game
from ludotheque.rules.core import CHANCE, Chance, Fault, Move, Refused, Scalar
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play
from ludotheque.texts import LANGUAGES, Words


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return find_game(request.param)


def changed(move: Move, **args: Scalar) -> Move:
    return Move(move.type, **{**dict(move.args), **args})


def not_moves(game: Game) -> list[Move]:
    """A move of no game, one argument too many, each argument misspelt, and values that no piece has."""
    wrong = [Move("nonsense"), Move("nonsense", cell=1), changed(game.rules.MOVES[0], cel=0)]
    for move in {(move.type, *dict(move.args)): move for move in game.rules.MOVES}.values():
        for name, value in move.args:
            wrong.append(Move(move.type, **{key if key != name else name + "s": kept for key, kept in move.args}))
            wrong += [changed(move, **{name: other}) for other in (99, -1, "nonsense", str(value) + " ")]
    return wrong


def as_recorded(play: Play, move: Move) -> Fault:
    with pytest.raises(Fault) as raised:
        records.enter(play.copy(), {"seat": play.to_act, "move": move.to_json()}, 0)
    return raised.value


def test_what_is_no_move_of_the_game_is_refused_as_in_a_record(game: Game) -> None:
    play = game.new(seed=1)
    before = play.record()
    for move in not_moves(game):
        fault = as_recorded(play, move)
        refusal = play.refusal(play.to_act, move)
        assert refusal is not None, move
        assert (refusal.code, refusal.clause, refusal.args) == (fault.code, fault.clause, fault.details)
        with pytest.raises(Refused) as refused:
            play.play(move)
        assert refused.value.refusal == refusal
        for language in LANGUAGES:
            assert Words(language, game).refusal(refusal) == Words(language, game).fault(fault)
    assert play.record() == before


def test_what_cannot_be_drawn_in_the_game_is_refused(game: Game) -> None:
    dealt = game.new(seed=1)
    play = Play(game, dealt.players, dealt.options, dealt.deal)
    if not game.rules.CHANCES:
        pytest.skip("nothing is drawn in this game")
    while play.to_act != CHANCE:
        play.play(play.legal()[0])
    before = play.record()
    name, value = game.rules.CHANCES[0].args[0]
    for chance in (Chance(), Chance(**{name + "s": value}), Chance(**{name: "nonsense"})):
        with pytest.raises(Refused) as refused:
            play.draw(chance)
        with pytest.raises(Fault) as fault:
            game.chance(chance.to_json())
        assert refused.value.refusal == fault.value.refusal
    assert play.record() == before


def test_the_order_of_arguments_does_not_matter() -> None:
    one, other = Move("turn_round", seat=0, slot=1), Move("turn_round", slot=1, seat=0)
    assert one == other
    assert hash(one) == hash(other)
    assert one != Move("turn_round", seat=1, slot=0)
    assert one != Move("give", seat=0, slot=1)
    assert Chance(pawn="red") != Move("pawn")
    assert Chance(one=1, two=2) == Chance(two=2, one=1)


def test_arguments_in_another_order_are_recorded_as_the_rules_write_them(game: Game) -> None:
    play = game.new(seed=1)
    twin = play.copy()
    while len(play.entries) < 20 and (legal := play.legal()):
        move = max(legal, key=lambda move: len(move.args))
        play.play(Move(move.type, **dict(reversed(move.args))))
        twin.play(move)
    assert records.dumps(play.record()) == records.dumps(twin.record())
    assert [str(value) for _, value in play.entries] == [str(value) for _, value in twin.entries]
