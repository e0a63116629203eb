"""Limits are in one place, can be set, and stand in the documents as they are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.main import get_command

from ludotheque.cli import app
from ludotheque.server.limits import Buckets, Limits

ROOT = Path(__file__).parents[2]


def test_every_limit_is_documented_with_its_default() -> None:
    page = (ROOT / "docs/hosting.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(\w+)` \| ([\d.]+) \|", page, re.MULTILINE))
    assert {name: float(value) for name, value in rows.items()} == vars(Limits())


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_every_option_of_serve_is_documented(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    serve = get_command(app).commands["serve"]  # type: ignore[attr-defined]
    for option in serve.params:
        name = max(option.opts, key=len)
        assert f"`{name}`" in text or name == "--lang", name


def test_limits_are_set_by_name() -> None:
    assert Limits().with_texts(["guest_tables=7", "send-within=2.5"]) == Limits(guest_tables=7, send_within=2.5)


@pytest.mark.parametrize(
    "text", ["nothing=3", "guest_tables", "guest_tables=many", "guest_tables=0", "guest_tables=-1", "guest_tables=1.5"]
)
def test_a_limit_that_is_none_is_refused_by_name(text: str) -> None:
    with pytest.raises(ValueError, match=text.partition("=")[0]):
        Limits().with_texts([text])


def test_a_bucket_fills_up_again_and_a_fine_is_paid_off() -> None:
    now = 0.0
    buckets = Buckets(rate=2.0, burst=4.0, now=lambda: now)
    assert [buckets.take("a") for _ in range(5)] == [True] * 4 + [False]
    assert buckets.take("b")
    now = 1.0
    assert [buckets.take("a") for _ in range(3)] == [True, True, False]
    buckets.fine("a", 100.0)
    now = 3.0
    assert not buckets.take("a")
    now = 4.0
    assert buckets.take("a")
