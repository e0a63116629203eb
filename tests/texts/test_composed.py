"""No component composes punctuation by hand: colons, commas and per cent come from the catalogues."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotheque.texts.composed import composed, source_files

PAGES = Path(__file__).parents[2] / "web" / "src"


def test_no_page_composes_punctuation():
    assert len(list(source_files(PAGES))) > 100
    assert [fault for path in source_files(PAGES) for fault in composed(path)] == []


@pytest.mark.parametrize(
    "source",
    [
        "<p aria-label=\"{t('a')} : {name}\"></p>",
        "<p>{t('a')}, {t('b')}</p>",
        "<p>{name}&nbsp;: {t('b')}</p>",
        "<h3>{name}<span>&nbsp;:</span> {t('b')}</h3>",
        "<p>{t('cost')} %</p>",
        "<script>const said = `${t('a')} : ${name}`</script>",
        "<script>const more = can ? `, ${t('b')}` : ''</script>",
    ],
)
def test_what_is_composed_by_hand_is_found(source: str, tmp_path: Path):
    file = tmp_path / "Some.svelte"
    file.write_text(source, "utf-8")
    assert len(composed(file)) == 1


@pytest.mark.parametrize(
    "source",
    [
        "<p aria-label={pair(t('a'), name)}>{row(t('a'), name)}</p>",
        '<p style="{name}: {x}%" style:width="{name}%"></p>',
        "<script>const which = name ? { a: t('a') } : { b: t('b') }</script>",
        "<script>/* `${t('a')} : ${name}` */</script>",
        "<style>a { color: red } b { width: 3% }</style>",
    ],
)
def test_what_is_no_text_is_left_alone(source: str, tmp_path: Path):
    file = tmp_path / "Some.svelte"
    file.write_text(source, "utf-8")
    assert composed(file) == []
