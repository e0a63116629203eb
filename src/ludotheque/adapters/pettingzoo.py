"""A game as a PettingZoo environment: seats are agents that act in turn, and each is shown its own view as an array.

    from ludotheque.adapters import pettingzoo
    env = pettingzoo.env(slug, players=2)

An observation is the encoding of the view (`layout.py`). What is legal is an array of 0 and 1, `info["action_mask"]`; a move
that is not legal is refused with its reason, as at a table. At the end the winners share what everyone has put in (`stakes.py`).
"""

from __future__ import annotations

from random import Random
from typing import Any, cast

import msgspec
import numpy as np
from numpy.typing import NDArray

from ludotheque.adapters.extra import needed
from ludotheque.adapters.layout import layout_of
from ludotheque.adapters.stakes import stakes
from ludotheque.games import game as find_game
from ludotheque.rules.core import OVER, SPECTATOR, Move, Options, Refused
from ludotheque.rules.game import Game
from ludotheque.rules.play import Play

with needed("pettingzoo", "gymnasium"):
    from gymnasium import spaces
    from pettingzoo import AECEnv

Mask = NDArray[np.int8]


def env(game: str | Game, players: int | None = None, render_mode: str | None = None, **options: bool | int) -> GameEnv:
    """A game, by its slug or itself, for so many players and with these options; without, as few as can play and the defaults."""
    chosen = find_game(game) if isinstance(game, str) else game
    return GameEnv(chosen, chosen.players[0] if players is None else players, chosen.options(options), render_mode)


def _made(package: str, players: int, options: Options, render_mode: str | None) -> GameEnv:
    return GameEnv(Game(package), players, options, render_mode)


class Moves(spaces.Discrete):
    """The numbers of all moves. Asked for a random one without a mask, it answers a legal one, if it is the agent's turn."""

    mask: Mask | None = None

    def sample(self, mask: Any = None, probability: Any = None) -> np.int64:
        """A legal move, each with the same chance."""
        if mask is None and probability is None and self.mask is not None and self.mask.any():
            mask = self.mask
        return super().sample(mask, probability)


class GameEnv(AECEnv):  # type: ignore[misc]
    """One table after the other, from `reset` to the end of the game."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "is_parallelizable": False}  # noqa: RUF012 - their interface

    def __init__(self, game: Game, players: int, options: Options, render_mode: str | None = None) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise ValueError(f"render_mode is one of {', '.join(self.metadata['render_modes'])} or None, not {render_mode!r}")
        super().__init__()
        self.game, self.players, self.options, self.render_mode = game, players, dict(options), render_mode
        self.layout = layout_of(game, players, options)
        self.metadata = {**type(self).metadata, "name": f"ludotheque_{game.slug}_v0"}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        highest = np.maximum(self.layout.values - 1, 1).astype(np.uint8)
        self.observation_spaces = {
            agent: spaces.Box(np.zeros_like(highest), highest, dtype=np.uint8) for agent in self.possible_agents
        }
        self._moves = {agent: Moves(len(game.rules.MOVES)) for agent in self.possible_agents}
        self.action_spaces = dict(self._moves)
        self.agents: list[str] = []
        self.play: Play | None = None
        self._seeds = Random()

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def __reduce__(self) -> Any:
        """Another process gets the same environment before its first game."""
        return _made, (self.game.package, self.players, self.options, self.render_mode)

    def observation_space(self, agent: str) -> spaces.Box:
        """What an observation may be."""
        return cast(spaces.Box, self.observation_spaces[agent])

    def action_space(self, agent: str) -> Moves:
        """The numbers of all moves."""
        return self._moves[agent]

    # Playing ---------------------------------------------------------------------------------------------------------

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal. With a seed this game and those after it are the same each time; `options` are accepted and mean nothing."""
        if seed is not None:
            self._seeds = Random(seed)
        self.play = self.game.new(self.players, self._seeds.getrandbits(63), named=None, **self.options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.possible_agents[0]
        self._show(self.play)

    def _show(self, play: Play) -> None:
        """Whose turn it is, and what is legal."""
        nothing = np.zeros(len(self.game.rules.MOVES), np.int8)
        masks = dict.fromkeys(self.possible_agents, nothing)
        if play.to_act != OVER:
            self.agent_selection = self.possible_agents[play.to_act]
            masks[self.agent_selection] = nothing.copy()
            masks[self.agent_selection][[self.game.action(move) for move in play.legal()]] = 1
        for agent, mask in masks.items():
            self._moves[agent].mask = mask
        self.infos = {agent: {"action_mask": masks[agent]} for agent in self.agents}
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Play a move of the agent whose turn it is, or let go of an agent when the game is over (with None)."""
        if self.play is None:
            raise RuntimeError("there is no game yet: call reset() first")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self.play.play(self._move(action))
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        outcome = self.play.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            for agent, reward in zip(self.possible_agents, stakes(outcome.winners, self.players), strict=True):
                self.rewards[agent] = reward
        self._accumulate_rewards()
        self._show(self.play)

    def _move(self, action: int | None) -> Move:
        moves = self.game.rules.MOVES
        if action is None or not 0 <= action < len(moves):
            raise ValueError(f"an action is a number from 0 to {len(moves) - 1}, not {action}")
        move = moves[action]
        assert self.play is not None
        if (refusal := self.play.refusal(self.play.to_act, move)) is not None:
            error = Refused(refusal)
            error.add_note(f"action {action} is {move}; info['action_mask'] says which actions are legal")
            raise error
        return move

    # Looking ---------------------------------------------------------------------------------------------------------

    def observe(self, agent: str) -> NDArray[np.uint8]:
        """What a seat sees, as an array; see `layout` for what each number says."""
        if self.play is None:
            raise RuntimeError("there is no game yet: call reset() first")
        return self.layout.encode(self.play.view(self.possible_agents.index(agent)))

    def render(self) -> str | None:
        """What a spectator sees, in words; as a string (`ansi`) or on the screen (`human`)."""
        if self.play is None:
            raise RuntimeError("there is no game yet: call reset() first")
        shown = msgspec.to_builtins(self.play.view(SPECTATOR))
        text = "\n".join(f"{name}: {msgspec.json.encode(value).decode()}" for name, value in shown.items())
        if self.render_mode != "human":
            return text
        print(text, end="\n\n")
        return None

    def close(self) -> None:
        """Nothing is open."""
