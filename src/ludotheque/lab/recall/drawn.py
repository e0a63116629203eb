"""The recall bench as one page of HTML that needs nothing else: who remembers how long, and how much of what, in every box."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from html import escape
from importlib.resources import files
from math import log2

from ludotheque.lab.recall.bench import Agent, Part, RecallReport, Recollection, Span
from ludotheque.lab.study.shown import Shown

WIDE, LEFT, RIGHT = 720, 190, 660
ROW, HEAD = 20, 30
LONG = 22
"""Letters of a name that fit."""
LONGEST = 9
"""The spans drawn reach from one entry to two to that power; to the right of it is for ever."""
STYLE = """
svg.wide{max-width:960px}.rung{stroke:var(--edge);fill:none;stroke-width:2}.rung.spot{fill:var(--edge)}
.thin{stroke-width:1.2;stroke-dasharray:3 3}.known{fill:none;stroke:var(--part);stroke-width:2}
"""


class Told:
    """Words and numbers of the bench in one language."""

    def __init__(self, language: str) -> None:
        self.shown = Shown(language)

    def __call__(self, key: str, **args: int | str) -> str:
        """The words of a code."""
        return self.shown.words(f"recall.{key}", args)

    def agent(self, agent: Agent) -> str:
        """A bot as people say it, however much it thinks; of a command the end, which tells most."""
        name, _, span = re.sub("@[0-9]+", "", agent.name).partition("~")
        if f"level.{name}" in self.shown.words:
            return self.shown.words(f"level.{name}") + f" ~{span}" * bool(span)
        return agent.name if len(agent.name) <= LONG else "…" + agent.name[-LONG:]

    def span(self, span: float) -> str:
        """How long a fact lasts."""
        return self("for_ever") if span < 0 else self.shown.number(span, 0 if span >= 10 else 1)

    def with_interval(self, span: Span | None) -> str:
        """The same, from where to where."""
        if span is None:
            return self("silent")
        return f"{self.span(span.value)} ({self.span(span.low)} … {self.span(span.high)})"

    def part(self, part: Part) -> str:
        """How much is known of one age."""
        ends = " … ".join(self.shown.number(100 * end, 0) for end in (part.low, part.high))
        return f"{self.shown.percent(part.value, 0)} ({ends})"

    def age(self, part: Part) -> str:
        """Which age."""
        return f"{part.since} – {part.until - 1}" if part.until <= 1000 else f"{part.since} +"


def page(report: RecallReport, language: str) -> str:
    """The whole page."""
    told = Told(language)
    agent = report.agents[0]
    title = told("title", agent=told.agent(agent))
    boxes = [_box(number, report.agents, told) for number in range(len(agent.boxes))]
    style = files("ludotheque.lab.study").joinpath("page.css").read_text("utf-8") + STYLE
    made = told("made", version=report.version, seed=report.seed)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main><h1>{escape(title)}</h1>"
        f"<p>{escape(told('how'))}</p>"
        f"<figure><figcaption>{escape(told('spans'))}</figcaption>{ladder(report, told)}</figure>"
        + "".join(boxes)
        + f"<footer><p>{escape(made)}</p></footer></main></body></html>\n"
    )


# Who remembers how long ------------------------------------------------------------------------------------------------


def ladder(report: RecallReport, told: Told) -> str:
    """All boxes in one picture: a row for each rung and for the agent, with how long it remembers."""
    agents = (*report.agents[1:], report.agents[0])
    boxes = len(report.agents[0].boxes)
    tall = 24 + boxes * (HEAD + ROW * len(agents)) + 34
    parts = [_grid(tall, told)]
    for number in range(boxes):
        top = 20 + number * (HEAD + ROW * len(agents))
        parts.append(_text(8, top + 18, told.shown.title(agents[0].boxes[number].game), "strong"))
        for row, agent in enumerate(agents):
            parts.append(_row(top + HEAD + ROW * row + 8, agent, agent.boxes[number], agent is report.agents[0], told))
    label = "; ".join(
        f"{told.shown.title(box.game)}, {told.agent(agent)}: {told.with_interval(box.span)}"
        for agent in agents
        for box in agent.boxes
    )
    return f'<svg class="wide" viewBox="0 0 {WIDE} {tall}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _at(span: float) -> float:
    """Where a span lies from left to right."""
    place = LONGEST + 0.7 if span < 0 else min(max(log2(max(span, 0.5)), -0.5), LONGEST)
    return LEFT + (RIGHT - LEFT) * (place + 0.5) / (LONGEST + 1.2)


def _grid(tall: float, told: Told) -> str:
    spans = [2.0**power for power in range(0, LONGEST + 1, 2)] + [-1.0]
    lines = [f'<line class="grid" x1="{_at(span):.1f}" x2="{_at(span):.1f}" y1="14" y2="{tall - 34}"/>' for span in spans]
    marks = [_text(_at(span), tall - 20, "∞" if span < 0 else f"{span:.0f}", "soft", "middle") for span in spans]
    return "".join([*lines, *marks, _text((LEFT + RIGHT) / 2, tall - 4, told("span_axis"), "soft", "middle")])


def _row(y: float, agent: Agent, box: Recollection, own: bool, told: Told) -> str:
    parts = [_text(24, y + 5, told.agent(agent), "strong" if own else "")]
    if box.believed_span is not None:
        x = _at(box.believed_span.value)
        parts.append(f'<line class="known" x1="{x:.1f}" x2="{x:.1f}" y1="{y - 7}" y2="{y + 7}"/>')
    if box.span is None:
        return "".join([*parts, _text(LEFT + 6, y + 5, told("silent"), "soft")])
    low, x, high = (_at(end) for end in (box.span.low, box.span.value, box.span.high))
    kinds = ("reach", "dot") if own else ("rung", "rung spot")
    parts.append(f'<line class="{kinds[0]}" x1="{low:.1f}" x2="{high:.1f}" y1="{y}" y2="{y}"/>')
    parts.append(f'<circle class="{kinds[1]}" cx="{x:.1f}" cy="{y}" r="{6 if own else 4}"/>')
    return "".join(parts)


def _text(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{escape(text)}</text>'


# How much of what ------------------------------------------------------------------------------------------------------


def _box(number: int, agents: Iterable[Agent], told: Told) -> str:
    own, *rungs = agents
    box = own.boxes[number]
    games = told("games", count=box.games, moves=told.shown.whole(box.telling))
    head = f"<section><h2>{escape(told.shown.title(box.game))}</h2><p>{escape(games)}</p>"
    if not box.parts and not box.believed:
        return f"{head}<p>{escape(told('silent'))}</p></section>"
    picture = f"<figure><figcaption>{escape(told('by_age'))}</figcaption>{_curves(box, rungs, number, told)}</figure>"
    return f"{head}{picture}{_table(box, told)}</section>"


def _curves(box: Recollection, rungs: Iterable[Agent], number: int, told: Told) -> str:
    tall, low, high = 260, 20, 210

    def x(part: Part) -> float:
        return 60 + 80 * (log2(part.since) - (part.since > 1))

    def y(value: float) -> float:
        return high - (high - low) * value

    parts = [f'<line class="grid" x1="50" x2="{WIDE - 130}" y1="{y(v):.1f}" y2="{y(v):.1f}"/>' for v in (0, 0.25, 0.5, 0.75, 1)]
    parts += [_text(44, y(v) + 4, told.shown.percent(v, 0), "soft", "end") for v in (0, 0.5, 1)]
    rungs = list(rungs)
    ages = {part.since: part for one in (box, *(rung.boxes[number] for rung in rungs)) for part in (*one.parts, *one.believed)}
    parts += [_text(x(part), high + 20, told.age(part), "soft", "middle") for part in ages.values()]
    parts.append(_text(300, high + 42, told("age_axis"), "soft", "middle"))
    ends = []
    for rung in rungs:
        curve = rung.boxes[number].believed
        if curve:
            parts.append(f'<polyline class="rung thin" points="{_points(curve, x, y)}"/>')
            ends.append((y(curve[-1].value) + 4, x(curve[-1]) + 10, told.agent(rung)))
    line = float(high + 18)
    for down, right, name in sorted(ends, reverse=True):  # from below, each above the one before
        line = min(down, line - 14)
        parts.append(_text(right, line, name, "soft"))
    if box.believed:
        parts.append(f'<polyline class="known" points="{_points(box.believed, x, y)}"/>')
    for part in box.parts:
        parts.append(
            f'<line class="reach" x1="{x(part):.1f}" x2="{x(part):.1f}" y1="{y(part.low):.1f}" y2="{y(part.high):.1f}"/>'
        )
        parts.append(f'<circle class="dot" cx="{x(part):.1f}" cy="{y(part.value):.1f}" r="6"/>')
    label = "; ".join(f"{told.age(part)}: {told.part(part)}" for part in box.parts or box.believed)
    return f'<svg class="wide" viewBox="0 0 {WIDE} {tall}" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _points(curve: Iterable[Part], x: Callable[[Part], float], y: Callable[[float], float]) -> str:
    return " ".join(f"{x(part):.1f},{y(part.value):.1f}" for part in curve)


def _table(box: Recollection, told: Told) -> str:
    moves, beliefs = ({part.since: part for part in found} for found in (box.parts, box.believed))
    heads = "".join(f"<th scope=col>{escape(told(key))}</th>" for key in ("age", "by_moves", "by_beliefs", "mistaken"))
    rows = []
    for since in sorted({*moves, *beliefs}):
        part = moves.get(since) or beliefs[since]
        cells = [told.part(found[since]) if since in found else "" for found in (moves, beliefs)]
        cells.append(told.shown.percent(beliefs[since].mistaken, 0) if since in beliefs else "")
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        rows.append(f"<tr><th scope=row>{escape(told.age(part))}</th>{row}</tr>")
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
