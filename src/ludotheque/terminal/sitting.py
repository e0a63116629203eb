"""A game played in a terminal: people at one keyboard, opponents made of code, and the referee between them."""

from __future__ import annotations

import select
import sys
import time
from collections.abc import Callable, Mapping
from itertools import pairwise, starmap

from rich.columns import Columns
from rich.console import Console
from rich.text import Text

from ludotheque.bots.base import Bot
from ludotheque.rules.core import OVER, SPECTATOR, Event, Fault, Line, Move, Refusal, Told, View
from ludotheque.rules.play import Play
from ludotheque.rules.story import story_of
from ludotheque.terminal.boards import board_of
from ludotheque.terminal.clauses import draw_clause
from ludotheque.texts import Words
from ludotheque.texts.clauses import rules_text


class Stopped(Exception):
    """Somebody had enough."""


def rest(seconds: float) -> str:
    """Wait, but no longer than until somebody presses Enter; what was typed before it."""
    try:
        if sys.stdin.isatty():
            typed, _, _ = select.select([sys.stdin], [], [], seconds)
            return sys.stdin.readline().strip() if typed else ""
    except (OSError, ValueError):
        pass  # not every system can wait for a keyboard
    time.sleep(seconds)
    return ""


class Sitting:
    """One evening at a terminal."""

    def __init__(
        self,
        play: Play,
        opponents: Mapping[int, Bot],
        words: Words,
        console: Console,
        ask: Callable[[str], str],
        pace: float,
        keep: Callable[[], None],
        rest: Callable[[float], str] = rest,
    ) -> None:
        self.play, self.opponents, self.words, self.console = play, opponents, words, console
        self.ask, self.pace, self.keep, self.rest = ask, pace, keep, rest
        self.draw = board_of(play.game)
        self.rules = rules_text(play.game, words.language)
        self.people = [seat for seat in range(play.players) if seat not in opponents]
        self.looking = self.people[0] if len(self.people) == 1 else SPECTATOR
        self.private = play.game.secret(play.options) and len(self.people) > 1
        self.told: list[Told] = []
        self.lookers = (SPECTATOR, *self.people)
        self.happened: dict[int, tuple[Event, ...]] = {}
        """What those who look saw happen with the last entry."""

    def run(self) -> None:
        """Play to the end, or until somebody stops."""
        self._show_all()
        while self.play.to_act != OVER:
            seat = self.play.to_act
            if seat in self.opponents:
                move = self.opponents[seat].choose(self.play.view(seat), self.play.legal())
            else:
                move = self._ask_for_a_move(seat)
            revealed = self._enter(move)
            self.keep()
            if seat in self.opponents or (revealed and self.play.to_act in self.opponents):
                self._look_on()
        self._draw_table(SPECTATOR if len(self.people) != 1 else self.looking)
        self._celebrate()

    # Entries ---------------------------------------------------------------------------------------------------------

    def _enter(self, move: Move) -> bool:
        """Play a move and what follows from it, and answer whether that showed something that is hidden again afterwards."""
        seen = [self._views()]
        self.play.play(move, settle=False)
        seen.append(self._tell(seen[-1]))
        while self.play.settle_one():
            seen.append(self._tell(seen[-1]))
        return any(starmap(self.play.game.reveals, pairwise(views[SPECTATOR] for views in seen)))

    def _views(self) -> dict[int, View]:
        return {seat: self.play.view(seat) for seat in self.lookers}

    def _tell(self, before: dict[int, View]) -> dict[int, View]:
        """Let everybody look, and add the last entry to the log."""
        self._show_all()
        after, game = self._views(), self.play.game
        self.told.append(game.rules.tell(before[SPECTATOR], self.play.entries[-1][1], after[SPECTATOR]))
        self.happened = {seat: game.happened(before[seat], after[seat]) for seat in self.lookers}
        return after

    def _show_all(self) -> None:
        for seat, opponent in self.opponents.items():
            opponent.see(self.play.view(seat))

    # What people see -------------------------------------------------------------------------------------------------

    def _draw_table(self, seat: int) -> None:
        if self.console.is_terminal:
            self.console.clear()
        self.console.print(self.draw(self.play.view(seat), self.words))
        for told in self.told[-4:-1]:
            self._say(told.later)
        self._tell_last(seat)

    def _tell_last(self, seat: int) -> None:
        """What just happened, to whoever looks."""
        for told in self.told[-1:]:
            piece = next((event.piece for event in self.happened[seat] if event.piece is not None), None)
            self.console.print(Text(self.words.told(told.now, self.you, piece)))

    @property
    def you(self) -> int | None:
        """Who is meant by "you": nobody where several people read."""
        return self.people[0] if len(self.people) == 1 else None

    def _say(self, line: Line) -> None:
        self.console.print(Text(self.words.line(line, self.you), style="dim"))

    def _look_on(self) -> None:
        """Give people time to see what happened before an opponent goes on; Enter goes on at once."""
        seat = self.looking if not self.private else SPECTATOR
        if self.pace > 0:
            self._draw_table(seat)
            if self.rest(self.pace) in ("q", "quit"):
                raise Stopped
        else:
            self._tell_last(seat)

    # Asking ----------------------------------------------------------------------------------------------------------

    def _ask_for_a_move(self, seat: int) -> Move:
        if self.private and seat != self.looking:
            if self.console.is_terminal:
                self.console.clear()
            self.ask(self.words("play.curtain", {"seat": seat}))
            self.looking = seat
        self._draw_table(seat)
        self.console.print(Text(self.words("play.turn", {"seat": seat}), style="bold"))
        legal = self.play.legal()
        labels = [f"{number} {self.words.move(move, seat)}" for number, move in enumerate(legal, 1)]
        self.console.print(Columns(labels, padding=(0, 3)), highlight=False, markup=False)
        while True:
            answer = self.ask(self.words("play.choose") + " > ").strip()
            move = self._understand(answer, seat, legal)
            if move is not None:
                return move

    def _understand(self, answer: str, seat: int, legal: list[Move]) -> Move | None:
        """The move that was meant, or None after having said what is wrong or shown what was asked for."""
        if answer in ("q", "quit"):
            raise Stopped
        if answer == "l":
            for told in self.told[:-1]:
                self._say(told.later)
        elif answer == "?" or answer.startswith("? "):
            wanted = answer[1:].strip()
            for clause in self.rules.clauses:
                if not wanted or clause.id == wanted:
                    self.console.print(draw_clause(clause, self.words))
        elif answer.isdecimal() and 1 <= int(answer) <= len(legal):
            return legal[int(answer) - 1]
        else:
            return self._read_move(answer, seat, len(legal))
        return None

    def _read_move(self, answer: str, seat: int, last: int) -> Move | None:
        try:
            move = self.play.game.parse(answer)
        except Fault:
            self.console.print(self.words("play.not_a_number", {"last": last}))
            return None
        if not isinstance(move, Move):
            return None
        refusal = self.play.refusal(seat, move)
        if refusal is None:
            return move
        self._explain(refusal)
        return None

    def _explain(self, refusal: Refusal) -> None:
        self.console.print(Text(self.words("play.refused", {"reason": self.words.refusal(refusal)}), style="bold red"))
        self.console.print(draw_clause(self.rules.clause(refusal.clause), self.words))

    def _celebrate(self) -> None:
        outcome = self.play.outcome
        assert outcome is not None
        words = self.words
        names = words.several(list(map(words.seat, outcome.winners)))
        key = "play.won" if len(outcome.winners) == 1 else "play.shared"
        self.console.print(Text(words(key, {"names": names}), style="bold green"))
        for seat, score in enumerate(outcome.scores):
            said = {"name": words.seat(seat), "score": words("score", {"count": score})}
            self.console.print(Text(words("play.score", said)))
        self._tell_the_story()
        self.console.print(draw_clause(self.rules.clause(outcome.clause), self.words))

    def _tell_the_story(self) -> None:
        """Who did what, as everybody at the table saw it."""
        deeds, words = story_of(self.play).deeds, self.words
        if deeds:
            self.console.print(Text(words("play.deeds"), style="bold"))
        for deed in deeds:
            told = {"title": words(f"deed.{deed.code}"), "what": words.deed(deed, self.you)}
            self.console.print(Text(words("play.deed", told)))
