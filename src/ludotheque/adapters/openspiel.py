"""The games in OpenSpiel: `register()`, then `pyspiel.load_game("ludotheque_...")`, or `load` for one with options.

A deal is a row of explicit chance nodes, the throws of which the rules make it (`dealing.py`), and so is every draw: there is no
sampled chance. An observation is the encoding of a view (`layout.py`). An information state is the newest observation and a
digest of all that the seat has seen and done since the deal (`recalled.py`), so it tells apart all that a player with perfect
memory can tell apart, and no more; its tensor also holds the last few observations (`recall`), since nobody learns from a digest.
"""

from __future__ import annotations

import base64
import json
import zlib
from copy import deepcopy
from typing import Any

import numpy as np

from ludotheque.adapters import dealing
from ludotheque.adapters.extra import needed
from ludotheque.adapters.recalled import DIGEST, Position, Setup
from ludotheque.adapters.stakes import stakes
from ludotheque.games import all_games
from ludotheque.games import game as find_game
from ludotheque.rules.core import CHANCE, LIMIT, OVER, SPECTATOR, Chance, Json
from ludotheque.rules.game import Game

with needed("pyspiel", "open_spiel"):
    import pyspiel

PREFIX = "ludotheque_"
RECALL = 8


def register() -> list[str]:
    """Make every game known to OpenSpiel, by the name `ludotheque_` and its slug; answers the names."""
    known = set(pyspiel.registered_names())
    for game in all_games().values():
        if PREFIX + game.slug not in known:
            kind = game_type(game)
            # a class, since OpenSpiel lets go of what it keeps when Python is gone already, and a function would fall over that
            pyspiel.register_game(kind, type(f"{game.slug}Game", (HouseGame,), {"house": game, "kind": kind}))
    return [PREFIX + slug for slug in all_games()]


def load(slug: str, players: int | None = None, *, start: Json | None = None, recall: int = RECALL, **options: bool | int) -> Any:
    """A game as OpenSpiel has it. `start` is a record to begin after: its deal and entries are no longer up to chance."""
    register()
    game = find_game(slug)
    chosen = {"players": game.players[0] if players is None else players, "recall": recall, **game.options(options)}
    return pyspiel.load_game(PREFIX + slug, {**chosen, "start": "" if start is None else pack(start)})


def pack(record: Json) -> str:
    """A record as letters and digits, as which it can stand among the parameters of a game."""
    return base64.urlsafe_b64encode(zlib.compress(json.dumps(record).encode())).decode().rstrip("=")


def unpack(text: str) -> Json:
    """The record again."""
    record: Json = json.loads(zlib.decompress(base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))))
    return record


def game_type(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    parameters = {"players": game.players[0], "recall": RECALL, "start": "", **game.options()}
    return pyspiel.GameType(
        short_name=PREFIX + game.slug,
        long_name=f"Ludothèque: {game.slug}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.players),
        min_num_players=min(game.players),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


class HouseGame(pyspiel.Game):  # type: ignore[misc]
    """A game of the house for so many players and with these options."""

    house: Game
    kind: Any

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, given = self.house, {**self.kind.parameter_specification, **(params or {})}
        options = game.options({option.name: given[option.name] for option in game.rules.OPTIONS})
        self.setup = setup = Setup(game, int(given["players"]), options, int(given["recall"]))
        self.first = Position(setup, unpack(given["start"]) if given["start"] else None)
        throws = [] if given["start"] else dealing.bounds(game, setup.players, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(game.rules.MOVES),
            max_chance_outcomes=max(*throws, len(game.rules.CHANCES), 1),
            num_players=setup.players,
            min_utility=-1.0,
            max_utility=setup.players - 1.0,
            utility_sum=0.0,
            max_game_length=LIMIT,
        )
        super().__init__(self.kind, info, params or {})

    def new_initial_state(self) -> HouseState:
        """Before the deal, or after the record to start from."""
        return HouseState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> HouseObserver:
        """How a state is seen."""
        if params:
            raise ValueError(f"there are no parameters of observation, and yet {params}")
        return HouseObserver(self.setup, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


class HouseState(pyspiel.State):  # type: ignore[misc]
    """A position, as OpenSpiel asks for it."""

    def __init__(self, game: HouseGame) -> None:
        super().__init__(game)
        self.position = deepcopy(game.first)

    def current_player(self) -> int:
        """A seat, chance, or nobody when it is over."""
        turn = self.position.to_act
        return int({CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}.get(turn, turn))

    def _legal_actions(self, player: int) -> list[int]:
        rules, state = self.position.setup.game.rules, self.position.state
        buffer = [0] * len(rules.MOVES)
        return buffer[: rules.legal(state, buffer)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What may be thrown or drawn, and how likely it is."""
        return self.position.chances()

    def _apply_action(self, action: int) -> None:
        self.position.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        rules = self.position.setup.game.rules
        if player != pyspiel.PlayerId.CHANCE:
            return str(rules.MOVES[action])
        if self.position.state is None:
            return f"throw {action}"
        drawn: Chance = rules.CHANCES[action]
        return f"chance {drawn}"

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.to_act == OVER

    def returns(self) -> list[float]:
        """Everyone puts in one, and the winners share it (`stakes.py`)."""
        state, players = self.position.state, self.position.setup.players
        outcome = None if state is None else self.position.setup.game.outcome(state)
        return stakes(() if outcome is None else outcome.winners, players)

    def __str__(self) -> str:
        position = self.position
        if position.state is None:
            return f"dealing: {position.throws}"
        return str(position.setup.game.view(position.state, SPECTATOR))


class HouseObserver:
    """What a seat sees, or (with perfect recall) has seen; without private information, what a spectator does."""

    def __init__(self, setup: Setup, kind: Any) -> None:
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("nobody sees what all seats see: ask for one player, or for none")
        self.spectator = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.recall = setup.recall if kind.perfect_recall else 0
        self.perfect = bool(kind.perfect_recall)
        pieces: dict[str, tuple[int, ...]] = {"observation": (setup.layout.width,)}
        if self.perfect:
            pieces = {"digest": (DIGEST,), "observations": (setup.recall, setup.layout.width)}
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in pieces.values()), np.float32)
        self.dict: dict[str, Any] = {}
        start = 0
        for name, shape in pieces.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def _watcher(self, state: HouseState, player: int) -> int:
        return state.position.setup.players if self.spectator else player

    def set_from(self, state: HouseState, player: int) -> None:
        """Numbers from 0 to 255 as `layout` tells them, newest observation first; before the deal all zero."""
        watcher = self._watcher(state, player)
        self.tensor.fill(0)
        seen = state.position.seen[watcher]
        if not seen:
            return
        if not self.perfect:
            self.dict["observation"][:] = np.frombuffer(seen[0], np.uint8)
            return
        self.dict["digest"][:] = np.frombuffer(state.position.digests[watcher], np.uint8)
        for place, shown in enumerate(seen[: self.recall]):
            self.dict["observations"][place] = np.frombuffer(shown, np.uint8)

    def string_from(self, state: HouseState, player: int) -> str:
        """The observation in hexadecimal; with perfect recall, the digest of all behind it."""
        watcher = self._watcher(state, player)
        seen = state.position.seen[watcher]
        if not seen:
            return "dealing"
        return f"{seen[0].hex()}#{state.position.digests[watcher].hex()}" if self.perfect else seen[0].hex()
