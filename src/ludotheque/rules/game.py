"""A game of the house: its rules module, and what can be said of any game without playing it."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

from ludotheque.rules import defaults, kernel
from ludotheque.rules.core import (
    CHANCE,
    OVER,
    SPECTATOR,
    Chance,
    Common,
    Event,
    Fault,
    Happenings,
    Imagination,
    Json,
    Move,
    Options,
    Outcome,
    Rules,
    Scalar,
    Value,
    View,
)
from ludotheque.rules.dice import Dice, SystemDice, new_dice
from ludotheque.rules.facts import Facts, read_facts
from ludotheque.rules.state import BY_LIMIT, OWN_END, RUNNING, BaseState, carrier

if TYPE_CHECKING:
    from ludotheque.rules.compiled import Compiled
    from ludotheque.rules.play import Play
    from ludotheque.rules.story import Storyteller


class Game:
    """One game: `package` is the dotted name of a folder that holds `rules.py` and the game's texts."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __repr__(self) -> str:
        return f"Game({self.package!r})"

    # What the game is ------------------------------------------------------------------------------------------------

    @cached_property
    def rules(self) -> Rules:
        """The rules, as ordinary Python, with the defaults for what they leave out."""
        return cast(Rules, defaults.complete(importlib.import_module(f"{self.package}.rules"), defaults))

    @cached_property
    def imagination(self) -> Imagination:
        """How to imagine a state that looks like a view."""
        return cast(Imagination, importlib.import_module(f"{self.package}.imagine"))

    def knows_nothing(self) -> Any:
        """What a player knows who has seen one view only, in the form of this game."""
        kind: type | None = getattr(self.imagination, "Known", None)
        return None if kind is None else kind()

    @cached_property
    def _happenings(self) -> Happenings | None:
        return cast("Happenings | None", self._optional("events"))

    @cached_property
    def storyteller(self) -> Storyteller | None:
        """What is worth telling of a game that is over, if the game says so."""
        return cast("Storyteller | None", self._optional("story"))

    def _optional(self, name: str) -> ModuleType | None:
        """A module that a game's folder may hold."""
        whole = f"{self.package}.{name}"
        return importlib.import_module(whole) if importlib.util.find_spec(whole) is not None else None

    @property
    def slug(self) -> str:
        """The name by which records and addresses call the game."""
        return self.rules.SLUG

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""
        return self.rules.PLAYERS

    @cached_property
    def facts(self) -> Facts:
        """What the box says about itself: age, minutes, who made it."""
        return read_facts(self.folder, self.players)

    @property
    def folder(self) -> Path:
        """Where the game's texts lie."""
        return Path(str(self._module.__file__)).parent

    @property
    def _module(self) -> ModuleType:
        return cast(ModuleType, self.rules)

    @cached_property
    def engine(self) -> ModuleType:
        """The common steps over these rules, as ordinary Python."""
        return kernel.plain("ludotheque.rules.engine", label=self.package, rules=self._module)

    @cached_property
    def compiled(self) -> Compiled:
        """The same rules and steps as machine code, for bots and simulations. This is what imports Numba."""
        from ludotheque.rules.compiled import Compiled

        return Compiled(self)

    # Options and players ---------------------------------------------------------------------------------------------

    def options(self, given: Mapping[str, object] | None = None) -> dict[str, bool | int]:
        """Every option with its value: what is given, and the defaults. A Fault names what is not an option."""
        given = given or {}
        chosen: dict[str, bool | int] = {}
        known = {option.name: option for option in self.rules.OPTIONS}
        for name in given:
            if name not in known:
                raise Fault("unknown_option", option=str(name), known=", ".join(known) or "-")
        for name, option in known.items():
            value = given.get(name, option.default)
            if not any(type(value) is type(allowed) and value == allowed for allowed in option.values):
                allowed_values = ", ".join(str(value).lower() for value in option.values)
                raise Fault("bad_option", option.clause, option=name, value=_json(value), known=allowed_values)
            chosen[name] = cast("bool | int", value)
        return chosen

    def secret(self, options: Options) -> bool:
        """Whether seats hold secrets from each other under these options; what is not given has its default."""
        return self.rules.secret({option.name: option.default for option in self.rules.OPTIONS} | dict(options))

    def blank(self, players: int, options: Options) -> BaseState:
        """A state in which nothing is set up yet but the number of players and the options."""
        if type(players) is not int or players not in self.players:
            raise Fault("bad_players", players=str(players), known=", ".join(map(str, self.players)))
        self.rules.fits(players, options)
        state = carrier(self.rules.State)()
        state.players = players
        for name, value in options.items():
            setattr(state, name, int(value))
        return state

    def variants(self) -> Iterator[tuple[int, dict[str, bool | int]]]:
        """Every number of players with every choice of options that fits it."""
        names = [option.name for option in self.rules.OPTIONS]
        for players in self.players:
            for values in itertools.product(*(option.values for option in self.rules.OPTIONS)):
                options = dict(zip(names, values, strict=True))
                try:
                    self.blank(players, options)
                except Fault:
                    continue
                yield players, options

    # Moves -----------------------------------------------------------------------------------------------------------

    @cached_property
    def _actions(self) -> dict[Value, int]:
        numbered: dict[Value, int] = {move: action for action, move in enumerate(self.rules.MOVES)}
        numbered.update((chance, outcome) for outcome, chance in enumerate(self.rules.CHANCES))
        return numbered

    def action(self, value: Value) -> int:
        """The action number of a move (or the outcome number of a draw); raises Fault if the game has no such value."""
        try:
            return self._actions[value]
        except KeyError:
            return self._actions[self._value(value.to_json(), type(value))]

    @cached_property
    def _texts(self) -> dict[str, Value]:
        return {str(value): value for value in (*self.rules.MOVES, *self.rules.CHANCES)}

    def parse(self, text: str) -> Value:
        """The move (or draw) whose text form this is, e.g. `place cylinder=2`."""
        try:
            return self._texts[" ".join(text.split())]
        except KeyError:
            raise Fault("not_a_move", move=text[:80]) from None

    def move(self, data: object) -> Move:
        """The move that this JSON describes; a Fault says what is wrong with it."""
        return cast(Move, self._value(data, Move))

    def chance(self, data: object) -> Chance:
        """The draw that this JSON describes; a Fault says what is wrong with it."""
        return cast(Chance, self._value(data, Chance))

    @cached_property
    def _forms(self) -> dict[tuple[type, frozenset[tuple[str, type, object]]], Value]:
        return {(type(value), _form(value.to_json())): value for value in (*self.rules.MOVES, *self.rules.CHANCES)}

    def _value(self, data: object, kind: type[Value]) -> Value:
        if type(data) is not dict:
            raise Fault("not_an_object", what=str(kind.__name__).lower())
        try:
            return self._forms[kind, _form(data)]
        except (KeyError, TypeError):
            pass  # and now slowly, to say what is wrong with it
        args = dict(data)
        name, values = "", cast("tuple[Value, ...]", self.rules.CHANCES)
        clause = "record"
        if kind is Chance and not values:
            raise Fault("nothing_is_drawn")
        if kind is Move:
            name = args.pop("type", None)
            if type(name) is not str or name not in self.rules.MOVE_CLAUSES:
                raise Fault(
                    "unknown_move_type", type=str(name), known=", ".join(sorted({move.type for move in self.rules.MOVES}))
                )
            values = tuple(move for move in self.rules.MOVES if move.type == name)
            longer = f"{name}.{'.'.join(map(str, args))}"
            clause = self.rules.MOVE_CLAUSES.get(longer, self.rules.MOVE_CLAUSES[name])
        by_names = [value for value in values if {key for key, _ in value.args} == set(args)]
        if not by_names:
            wanted = " / ".join(sorted({", ".join(key for key, _ in value.args) or "-" for value in values})) or "-"
            raise Fault("bad_arguments", clause, type=name or "chance", known=wanted)
        for key, given in args.items():
            allowed = list(dict.fromkeys(value[key] for value in by_names))
            if type(given) not in (int, str) or given not in allowed:
                raise Fault("bad_argument", clause, name=key, value=_json(given), known=_span(allowed))
        for value in by_names:
            if all(args[key] == allowed for key, allowed in value.args):
                return value
        raise Fault("bad_combination", clause, move=_json(data))

    # Playing ---------------------------------------------------------------------------------------------------------

    def new(
        self, players: int | None = None, seed: int | None = None, *, named: Json | None = None, **options: bool | int
    ) -> Play:
        """Start a play with a random deal: the same seed, the same deal and draws; without one, the system deals.

        `named` holds what the host settles instead of chance: `{"first": 2}` names who starts.
        """
        from ludotheque.rules.play import Play

        chosen = self.options(options)
        dice = new_dice(seed)
        state = self.blank(self.players[0] if players is None else players, chosen)
        self.rules.deal(state, SystemDice() if seed is None else dice)
        deal = self.rules.dealt(state)
        if named:
            deal = self._name(deal, named)
        return Play(self, state.players, chosen, deal, dice)

    def _name(self, deal: Json, named: Json) -> Json:
        deal, named = self.rules.name_deal(deal, dict(named))
        unknown = set(named) - {"first"}
        if unknown:
            raise Fault("cannot_be_named", what=", ".join(sorted(unknown)))
        return {**deal, **named}

    def view(self, state: BaseState, seat: int) -> View:
        """What a seat, or SPECTATOR, may see of a state."""
        return self.views(state, (seat,))[seat]

    def views(self, state: BaseState, seats: Iterable[int]) -> dict[int, View]:
        """What each of these seats may see of a state."""
        turn: int = self.engine.to_act(state)
        common: Common = {
            "game": self.slug,
            "players": state.players,
            "options": {option.name: type(option.default)(getattr(state, option.name)) for option in self.rules.OPTIONS},
            "seat": None,
            "entries": state.entries,
            "to_act": "chance" if turn == CHANCE else "over" if turn == OVER else turn,
            "outcome": self.outcome(state),
        }
        seen: dict[int, View] = {}
        made: dict[int, View] = {}
        for seat in seats:
            if seat != SPECTATOR and not 0 <= seat < state.players:
                raise Fault("no_such_seat", seat=seat, players=state.players)
            common["seat"] = None if seat == SPECTATOR else seat
            eyes = self.rules.eyes(state, seat)
            if eyes in made:
                seen[seat] = replace(made[eyes], seat=common["seat"])
            else:
                seen[seat] = made[eyes] = self.rules.view(state, seat, common)
        return seen

    def reveals(self, before: View, after: View) -> bool:
        """Whether an entry has ended a turn, but not the game, with something on show that is hidden again."""
        return after.to_act != "over" and bool(self.rules.reveals(before, after))

    def happened(self, before: View, after: View) -> tuple[Event, ...]:
        """What a seat saw happen between two of its views; nothing for a game that does not say."""
        return () if self._happenings is None else self._happenings.happened(before, after)

    def forget(self, view: View) -> View:
        """A view once it was looked at: without what is hidden again (any.2). A game over hides nothing any more."""
        if self._happenings is None or view.to_act == "over":
            return view
        return cast(View, self._happenings.forget(view))

    def imagine(self, view: View, known: Any = None, dice: Dice | None = None) -> BaseState:
        """A random state that has this view and agrees with what is `known` besides."""
        state = self.blank(view.players, view.options)
        state.entries = view.entries
        if view.outcome is not None:
            state.ended = BY_LIMIT if view.outcome.clause == "any.1" else OWN_END
        known = self.knows_nothing() if known is None else known
        self.imagination.imagine(state, view, known, new_dice() if dice is None else dice)
        return state

    def outcome(self, state: BaseState) -> Outcome | None:
        """How the game ended, or None while it is under way."""
        if state.ended == RUNNING:
            return None
        seats = range(state.players)
        return Outcome(
            winners=tuple(seat for seat in seats if self.engine.wins(state, seat)),
            scores=tuple(self.rules.score(state, seat) for seat in seats),
            clause="any.1" if state.ended == BY_LIMIT else self.rules.end_clause(state),
        )


def _form(data: Json) -> frozenset[tuple[str, type, object]]:
    """A JSON object as a key; true is not 1 here."""
    return frozenset([(name, type(value), value) for name, value in data.items()])


def _json(value: object) -> str:
    """A value from outside, as it was written."""
    return json.dumps(value, ensure_ascii=False, default=str)[:80]


def _span(allowed: list[Scalar]) -> str:
    if len(allowed) > 8 and all(type(value) is int for value in allowed):
        return f"{allowed[0]}..{allowed[-1]}"
    return ", ".join(map(str, allowed[:8])) + (" ..." if len(allowed) > 8 else "")
