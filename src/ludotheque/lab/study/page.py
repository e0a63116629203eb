"""A report as one page of HTML that needs nothing else: drawings, tables, day and night, French or English."""

from __future__ import annotations

from html import escape
from importlib.resources import files

from ludotheque.lab.study import charts
from ludotheque.lab.study.charts import Point
from ludotheque.lab.study.entrants import read_entrant
from ludotheque.lab.study.plan import Purpose
from ludotheque.lab.study.report import CellReport, Report, Result, TableReport
from ludotheque.lab.study.shown import Shown


def page(report: Report, language: str) -> str:
    """The whole page."""
    shown = Shown(language)
    compared = any(cell.purpose == "compare" for cell in report.cells)
    titles = dict.fromkeys(shown.title(table.game) for cell in report.cells for table in cell.tables)
    title = shown("compare_title" if compared else "title", title=", ".join(titles))
    sections = [_section(cell, shown, report.seed) for cell in report.cells if cell.purpose in ("play", "compare")]
    purposes: tuple[Purpose, ...] = ("level", "thought", "memory")
    sections += [_duels([cell for cell in report.cells if cell.purpose == purpose], purpose, shown) for purpose in purposes]
    style = files(__package__).joinpath("page.css").read_text("utf-8")
    made = shown("made", version=report.version, sources=report.sources)
    return (
        f'<!doctype html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head><body><main><h1>{escape(title)}</h1>"
        + "".join(sections)
        + f"<footer><p>{escape(made)}</p></footer></main></body></html>\n"
    )


def _section(cell: CellReport, shown: Shown, seed: int) -> str:
    played = shown("of", games=shown.whole(cell.games), deals=shown.whole(cell.deals), seed=seed)
    compared = cell.purpose == "compare"
    heads = [
        f"<h2>{escape((shown('ab'[number]) + ' · ') * (compared and number < 2) + shown.table(table))}</h2>"
        for number, table in enumerate(cell.tables)
    ]
    if not compared:
        table = cell.tables[0]
        return f"<section>{heads[0]}<p>{escape(played)}</p>{_pictures(table, shown)}{_results(table, shown)}</section>"
    sides = "".join(f"<div>{head}{_pictures(table, shown)}</div>" for head, table in zip(heads[:2], cell.tables[:2], strict=True))
    duel = f"{heads[2]}{_pictures(cell.tables[2], shown)}{_results(cell.tables[2], shown)}" if len(cell.tables) > 2 else ""
    return f'<section><p>{escape(played)}</p>{_differences(cell, shown)}<div class="two">{sides}</div>{duel}</section>'


# Drawings --------------------------------------------------------------------------------------------------------------


def _pictures(table: TableReport, shown: Shown) -> str:
    made = {"length": _length(table, shown), "seats": _seats(table, shown), "why": _why(table, shown)}
    drawn = [_card(shown(title), drawing) for title, drawing in made.items() if drawing]
    return f'<div class="cards">{"".join(drawn)}</div>'


def _card(title: str, drawing: str) -> str:
    return f"<figure><figcaption>{escape(title)}</figcaption>{drawing}</figure>"


def _length(table: TableReport, shown: Shown) -> str:
    parts = {quantile.part: quantile.value for quantile in table.quantiles if quantile.of == "entries"}
    say = shown("eight", low=shown.whole(parts[0.1]), high=shown.whole(parts[0.9])), shown("half", value=shown.whole(parts[0.5]))
    axis = shown("games"), shown("length_axis")
    return charts.lengths(table.lengths["entries"], parts[0.1], parts[0.5], parts[0.9], ". ".join((*say, axis[1])), axis, say)


def _seats(table: TableReport, shown: Shown) -> str:
    rows = []
    for result in table.results:
        if result.name in ("first", "place", "hero") and result.value is not None:
            seat = result.seat or 0
            label = shown("starts") if result.name == "first" else shown("then", seat=seat)
            rows.append(_point(shown.bot(table.bots[0]) if result.name == "hero" else label, result, shown))
    if not rows:
        return ""
    fair = 100 / table.players
    return charts.points(rows, _say(shown("seats"), rows), shown("share_axis"), fair, shown.number)


def _point(label: str, result: Result, shown: Shown) -> Point:
    """A share of wins in a hundred."""
    value, low, high = (100 * ((end or 0.0) + result.fair) for end in (result.value, result.low, result.high))
    return Point(label, value, low, high, shown.number(value, 1))


def _why(table: TableReport, shown: Shown) -> str:
    luck, skill = table.find("luck"), table.find("skill")
    if luck is None or luck.value is None:
        return ""
    found = [luck] if skill is None or skill.value is None else [luck, skill]
    rows = [(one.name, shown.name(one), one.value or 0.0, f"{shown.result(one)} ({shown.interval(one)})") for one in found]
    rest = 1 - sum(max(one.value or 0.0, 0.0) for one in found)
    rows.append(("rest", shown("choice"), rest, shown.percent(rest)))
    return charts.parts_of_one(rows, "; ".join(f"{name} {text}" for _, name, _, text in rows))


def _say(title: str, rows: list[Point]) -> str:
    """What a drawing shows, for who does not see it."""
    return f"{title} " + "; ".join(f"{row.label}: {row.text} ({row.low:.1f} – {row.high:.1f})" for row in rows)


def _duels(cells: list[CellReport], purpose: Purpose, shown: Shown) -> str:
    """Skill and memory: a drawing, and the same in a table."""
    if not cells:
        return ""
    groups: dict[tuple[int, str], list[CellReport]] = {}
    for cell in cells:
        table = cell.tables[0]
        groups.setdefault((table.players, str(sorted(table.options.items()))), []).append(cell)
    return "".join(_group(group, purpose, shown) for group in groups.values())


def _group(cells: list[CellReport], purpose: Purpose, shown: Shown) -> str:
    rows, lines = [], []
    for cell in cells:
        table = cell.tables[0]
        hero = table.find("hero")
        if hero is None or hero.value is None:
            continue
        others = next(bot for bot in table.bots if bot != table.bots[0])
        duel = shown("duel", first=shown.bot(table.bots[0]), others=shown.bot(others))
        entrant = read_entrant(table.bots[0])
        label = {"level": shown.bot(table.bots[0]), "thought": str(entrant.playouts), "memory": f"{entrant.span or 0:g}"}[purpose]
        point = _point(label, hero, shown)
        rows.append(point)
        interval = f"{shown.number(point.low, 1)} … {shown.number(point.high, 1)}"
        lines.append(f"<tr><th scope=row>{escape(duel)}</th><td>{point.text}</td><td>{interval}</td><td>{cell.games}</td></tr>")
    if not rows:
        return ""
    table = cells[0].tables[0]
    axis = {"level": "", "thought": shown("playouts"), "memory": shown("span")}[purpose]
    fair = 100 / table.sides
    drawing = charts.curve(rows, _say(shown(purpose), rows), (shown("share_axis"), axis), fair, shown.number)
    head = "".join(
        f"<th scope=col>{escape(text)}</th>" for text in ("", shown("wins"), shown("interval"), shown.words("ladder.games"))
    )
    return (
        f"<section><h2>{escape(shown(purpose))}</h2>"
        f"<p>{escape(shown.title(table.game))} · {escape(shown('players', count=table.players))}</p>"
        f'<div class="two"><figure>{drawing}</figure>'
        f"<div><table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table></div></div></section>"
    )


# Tables ----------------------------------------------------------------------------------------------------------------


def _results(table: TableReport, shown: Shown) -> str:
    head = "".join(f"<th scope=col>{escape(shown(key))}</th>" for key in ("statistic", "value", "interval"))
    rows = "".join(
        f"<tr>{_named(one, shown)}<td>{escape(shown.result(one))}</td><td>{escape(shown.interval(one))}</td></tr>"
        for one in table.results
    )
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def _differences(cell: CellReport, shown: Shown) -> str:
    head = "".join(
        f"<th scope=col>{escape(text)}</th>"
        for text in (shown("statistic"), shown("a"), shown("b"), shown("difference"), shown("interval"))
    )
    rows = []
    for change in cell.differences:
        one, other = (table.find(change.name, change.seat) for table in cell.tables[:2])
        assert one is not None
        assert other is not None
        sure = change.low is not None and change.high is not None and (change.low > 0 or change.high < 0)
        cells = (shown.result(one), shown.result(other), shown.result(change, True), shown.interval(change, True))
        told = "".join(f"<td>{escape(text)}</td>" for text in cells)
        rows.append(f"<tr{' class=sure' if sure else ''}>{_named(change, shown)}{told}</tr>")
    return f"<h2>{escape(shown('differences'))}</h2><table><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"


def _named(result: Result, shown: Shown) -> str:
    return f"<th scope=row>{escape(shown.name(result))}<small>{escape(shown.means(result))}</small></th>"
