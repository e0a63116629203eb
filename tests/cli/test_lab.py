"""`study` and `compare` from the command line: tables, JSON, a page, and what is wrong said clearly."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from ludotheque.cli import app
from ludotheque.lab.study import plan
from tests.familiar import QUICK, RACE


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plan, "RANDOM_DEALS", 100)
    monkeypatch.setattr(plan, "BOT_DEALS", 1)
    monkeypatch.setattr(plan, "DOUBLINGS", (2,))
    monkeypatch.setattr(plan, "SPANS", (4.0,))


def run(*args: str, code: int = 0) -> Any:
    done = CliRunner().invoke(app, [*args, *(["--workers", "1"] if "--schema" not in args else [])])
    assert done.exit_code == code, done.output + done.stderr
    return done


def report(*args: str) -> Any:
    return json.loads(run(*args, "--json", "-").stdout)


def test_one_line_gives_an_answer_with_intervals():
    told = run("study", QUICK, "--games", "400", "--lang", "en").stdout
    assert "Advantage of starting" in told
    assert re.search(r"Length in entries +│ +\d+\.\d+ │ +\d+\.\d+ … \d+\.\d+", told)
    assert "400 games (200 deals, each played twice)" in told
    assert "Avantage de commencer" in run("study", QUICK, "--games", "200", "--lang", "fr").stdout


def test_variants_and_players_are_multiplied():
    found = report("study", QUICK, "-o", "games=1,2", "-o", "show_totals=true", "--games", "200")
    assert [cell["tables"][0]["options"]["games"] for cell in found["cells"]] == [1, 2]
    assert [cell["games"] for cell in found["cells"]] == [200, 200]
    found = report("study", RACE, "--players", "2,3", "--games", "200")
    assert [cell["tables"][0]["players"] for cell in found["cells"]] == [2, 3]
    assert {"entries", "first", "place", "seat", "luck", "drama", "stake"} <= {
        one["name"] for one in found["cells"][0]["tables"][0]["results"]
    }


def test_a_study_is_kept_resumed_and_extended(tmp_path: Path):
    study = ("study", QUICK, "--file", str(tmp_path / "study"))
    assert report(*study, "--games", "400")["cells"][0]["games"] == 400
    assert report(*study, "--games", "1000")["cells"][0]["games"] == 1000
    again = run(*study, "--games", "1000", "--lang", "en")
    assert "5 chunks already played" in again.stderr
    wrong = run(*study, "--seed", "4", code=2)
    assert "holds another study" in wrong.stderr


@pytest.mark.parametrize(
    ("command", "played"),
    [
        (("study", QUICK, "--games", "10"), 10),
        (("study", QUICK, "--games", "203"), 204),
        (("study", QUICK, "--bots", "policy", "--bot-games", "4"), 4),
        (("compare", QUICK, "--a", "games=1", "--b", "games=2", "--games", "250"), 250),
    ],
)
def test_as_many_games_are_played_as_are_asked_for(monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...], played: int):
    monkeypatch.setattr(plan, "BOT_DEALS", 5)
    assert [cell["games"] for cell in report(*command)["cells"]] == [played]


def test_two_variants_on_the_same_deals():
    found = report("compare", QUICK, "--a", "games=1", "--b", "games=2", "--games", "1000")
    (cell,) = found["cells"]
    shorter = next(one for one in cell["differences"] if one["name"] == "entries")
    assert shorter["high"] < -20
    told = run("compare", QUICK, "--a", "games=1", "--b", "games=2", "--games", "400", "--lang", "en").stdout
    assert "A − B" in told


def test_two_bots_also_meet():
    found = report("compare", QUICK, "--a", "games=1 bots=policy", "--b", "games=1,bots=random", "--bot-games", "2")
    (cell,) = found["cells"]
    assert [table["bots"] for table in cell["tables"]] == [["policy"] * 2, ["random"] * 2, ["policy", "random"]]


def test_until_the_interval_is_narrow():
    found = report("compare", QUICK, "--a", "games=1", "--b", "games=2", "--until", "4%")
    sequence = found["cells"][0]["sequence"]
    assert sequence["name"] == "first"
    assert (sequence["high"] - sequence["low"]) / 2 <= 0.04
    assert 200 < found["cells"][0]["games"] < 20_000
    longer = report("study", QUICK, "--until", "0,5%", "--on", "entries")
    sequence = longer["cells"][0]["sequence"]
    assert (sequence["high"] - sequence["low"]) / 2 <= 0.005 * sequence["value"]


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.labels = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = dict(attrs)
        self.links += [str(given[name]) for name in ("src", "href") if name in given]
        self.labels += tag == "svg" and given.get("role") == "img" and bool(given.get("aria-label"))


@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_needs_nothing_else_and_says_what_it_draws(tmp_path: Path, language: str):
    path = tmp_path / "study.html"
    run("study", QUICK, "-o", "games=1", "--bots", "random,policy", "--memory", "--skill", "--games", "200", "--bot-games", "4",
        "--html", str(path), "--lang", language)  # fmt: skip
    text = path.read_text("utf-8")
    reader = Reader()
    reader.feed(text)
    assert reader.links == []
    assert "http" not in text
    assert "url(" not in text
    assert "@import" not in text
    assert reader.labels == reader.tags.count("svg") >= 8
    assert f'<html lang="{language}">' in text
    assert "prefers-color-scheme" in text
    assert "\\u" not in text
    assert "nan" not in text


def test_the_schema_is_that_of_the_report():
    known = json.loads(run("study", QUICK, "--schema").stdout)
    assert set(known["$defs"]["Report"]["properties"]) == set(report("study", QUICK, "--games", "200"))


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("study", "chess"), "no game called"),
        (("study", QUICK, "--players", "3"), "3"),
        (("study", QUICK, "--players", "some"), "some"),
        (("study", QUICK, "-o", "quick"), "name=value"),
        (("study", QUICK, "-o", "games=7"), "games"),
        (("study", QUICK, "--bots", "nobody"), "nobody"),
        (("study", QUICK, "--bots", "random+random+random"), "one for each of 2"),
        (("study", QUICK, "--until", "much"), "much"),
        (("study", QUICK, "--until", "1%", "--on", "joy"), "joy"),
        (("study", QUICK, "--file", "/nowhere/at/all"), "/nowhere/at/all"),
        (("compare", QUICK, "--a", "games", "--b", ""), "games"),
        (("compare", QUICK, "--a", "", "--b", "games=9"), "games"),
    ],
)
def test_what_is_wrong_is_said(args: tuple[str, ...], said: str):
    done = run(*args, "--lang", "en", code=2)
    assert said in done.stderr
    assert "Traceback" not in done.stderr
