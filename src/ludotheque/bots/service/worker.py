"""What runs in a worker process: it is sent views (or a finished record), thinks, and answers.

It gets nothing but what a seat was shown. What it made of that it keeps by table and seat, so that only new views have to be
sent; having lost it (a new worker, or too many tables) it says so and is sent everything: the same fold gives the same memory.
"""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
import traceback
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import IO, TypeVar

import msgspec

from ludotheque.bots.advice import HINT_BUDGET, REVIEW_BUDGET, Judged, hint, judgements
from ludotheque.bots.base import Bot, Budget
from ludotheque.bots.offhand import make_player, offhand_move, read_views
from ludotheque.bots.player import moves_of
from ludotheque.bots.service.messages import (
    LENGTH,
    Advise,
    Answer,
    Choose,
    Chosen,
    Failed,
    Faulty,
    Judge,
    Lost,
    Opinion,
    Request,
    framed,
    read_request,
)
from ludotheque.games import game as find_game
from ludotheque.rules.core import Fault, Move, View

KEPT, KEPT_REVIEWS = 256, 16
"""How many seats' bots a worker keeps, and how many reviews under way."""

V = TypeVar("V")

_encode = msgspec.json.encode


class Mind:
    """Everything that one worker keeps."""

    def __init__(self, patience: Callable[[str], float] = lambda slug: 1.0) -> None:
        """`patience` tells how many times longer than usual bots of a box may think here."""
        self._patience = patience
        self._bots: OrderedDict[str, tuple[int, Bot]] = OrderedDict()
        self._reviews: OrderedDict[str, tuple[int, Iterator[Judged]]] = OrderedDict()

    def answer(self, request: Request) -> Answer:
        """Whatever is asked, something is answered."""
        try:
            if isinstance(request, Choose):
                return self._choose(request)
            if isinstance(request, Advise):
                views = read_views(request.game, request.views)
                budget = self._longer(HINT_BUDGET, request.game)
                return Opinion(_encode(hint(find_game(request.game), request.seat, views, budget)))
            return self._judge(request)
        except Fault as fault:
            return Faulty(fault.code, fault.clause, dict(fault.details))
        except Exception as error:
            traceback.print_exc()
            return Failed(repr(error))

    def _choose(self, asked: Choose) -> Answer:
        seen, bot = self._bots.pop(asked.key, (0, None))
        if bot is None or seen < asked.since:
            if asked.since > 0:
                return Lost()
            budget = Budget(asked.seconds, asked.playouts, self._patience_for(asked))
            seen, bot = 0, make_player(asked.game, asked.seat, asked.level, asked.seed, budget)
        views = read_views(asked.game, asked.views)
        for number, view in enumerate(views, asked.since):
            if number >= seen:
                bot.see(view)
        if asked.key:
            _keep(self._bots, asked.key, (max(seen, asked.since + len(views)), bot), KEPT)
        game, view = find_game(asked.game), views[-1]
        legal = moves_of(game, view)
        if not asked.think:
            return Chosen(game.action(offhand_move(bot, view, legal)))
        move, problem = _thought(bot, view, legal)
        return Chosen(game.action(move), problem, self._patience_for(asked))

    def _patience_for(self, asked: Choose) -> float:
        """Whoever says how long to think, is obeyed."""
        return self._patience(asked.game) if asked.think and asked.seconds is None and asked.playouts is None else 1.0

    def _longer(self, budget: Budget, slug: str) -> Budget:
        return replace(budget, seconds=None if budget.seconds is None else budget.seconds * self._patience(slug))

    def _judge(self, asked: Judge) -> Answer:
        since, judged = self._reviews.pop(asked.review, (-1, None))
        if judged is None or since != asked.since:
            if asked.record is None:
                return Lost()
            record = msgspec.json.decode(asked.record)
            budget = self._longer(REVIEW_BUDGET, str(record["game"]))
            judged = judgements(record, asked.seat, budget, since=asked.since)
        found = next(judged, None)
        if found is None:
            return Opinion(b"")
        _keep(self._reviews, asked.review, (found.index + 1, judged), KEPT_REVIEWS)
        return Opinion(_encode(found), found.index + 1)


def _thought(bot: Bot, view: View, legal: Sequence[Move]) -> tuple[Move, str]:
    """The move of a bot, or, when it has none, the one that comes to mind first, and why."""
    try:
        move = bot.choose(view, legal)
        if move in legal:
            return move, ""
        problem = f"{move} is not legal"
    except Exception as error:
        traceback.print_exc()
        problem = repr(error)
    return offhand_move(bot, view, legal), problem


def _keep(kept: OrderedDict[str, V], key: str, what: V, most: int) -> None:
    kept[key] = what
    while len(kept) > most:
        kept.popitem(last=False)


def main() -> None:
    """Answer until whoever started this process is gone: the pipe it holds ends with it, also when it is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)  # whatever prints, prints to the log and not among the answers
    inbox: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(requests, inbox), daemon=True).start()
    mind = Mind()
    while True:
        answers.write(framed(mind.answer(read_request(inbox.get()))))
        answers.flush()


def _listen(requests: IO[bytes], inbox: queue.SimpleQueue[bytes]) -> None:
    while len(head := requests.read(LENGTH)) == LENGTH:
        inbox.put(requests.read(int.from_bytes(head)))
    sys.stderr.flush()
    os._exit(0)
