"""The tests that every game passes, as a class to inherit. A game's test folder holds `test_game.py` with

    class TestMyGame(GameTests):
        game = ludotheque.game("mygame")

and beside it `leaks.py` (see `testing/leaks.py`) and `playthrough.txt` (see `testing/playthroughs.py`). What is missing or
wrong breaks the tests of that game only.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

import pytest

from ludotheque.adapters.layout import arrays_of
from ludotheque.rules.core import Options
from ludotheque.rules.game import Game
from ludotheque.testing import leaks as leaking
from ludotheque.testing import words
from ludotheque.testing.arrays import check_arrays
from ludotheque.testing.battery import check_carriers_agree, check_declaration, check_moves, check_no_leaks, check_plays
from ludotheque.testing.playthroughs import check_playthrough

Count = Callable[[int], int]


class GameTests:
    """Everything that can be asked of any game."""

    game: ClassVar[Game]
    fewest_leaks: ClassVar[int] = leaking.FEWEST
    """How many deliberate leaks there are at least; 0 where nothing is hidden."""

    @classmethod
    def folder(cls) -> Path:
        """Where the tests of the game lie."""
        return Path(inspect.getfile(cls)).parent

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Once for every variant of the game, once for every leak."""
        if "variant" in metafunc.fixturenames:
            metafunc.parametrize("variant", list(self.game.variants()), ids=_variant_name)
        if "leak" in metafunc.fixturenames:
            metafunc.parametrize("leak", self._leak_names())

    def _leak_names(self) -> list[str]:
        try:
            return list(leaking.read_leaks(self.folder()))
        except Exception:  # test_the_list_of_leaks_is_whole says what is wrong with it
            return []

    # The rules -------------------------------------------------------------------------------------------------------

    def test_the_declaration_is_whole(self) -> None:
        check_declaration(self.game)

    def test_random_play_ends_and_its_record_round_trips(self, variant: tuple[int, Options], scaled: Count) -> None:
        check_plays(self.game, *variant, games=scaled(60), seed=0)

    def test_legal_and_refused_moves_agree_and_no_piece_is_lost(self, variant: tuple[int, Options], scaled: Count) -> None:
        check_moves(self.game, *variant, positions=scaled(80), seed=7)

    def test_both_carriers_play_the_same_games(self, variant: tuple[int, Options], scaled: Count) -> None:
        for careful in (False, True):
            check_carriers_agree(self.game, *variant, games=scaled(200), seed=11, careful=careful)

    def test_nothing_leaks(self, variant: tuple[int, Options], soak: bool) -> None:
        """2,000 positions per game, 100,000 with `--soak`, shared among its variants."""
        positions = (100_000 if soak else 2_000) // len(list(self.game.variants())) + 1
        check_no_leaks(self.game, *variant, positions=positions, seed=13)

    def test_observations_say_what_views_say(self, variant: tuple[int, Options], scaled: Count) -> None:
        """100,000 positions per game with `--soak`, shared among its variants; for a game that has an `arrays.py`."""
        if arrays_of(self.game) is not None:
            check_arrays(self.game, *variant, positions=scaled(100_000) // len(list(self.game.variants())) + 1, seed=17)

    def test_the_list_of_leaks_is_whole(self) -> None:
        if self.fewest_leaks:
            leaking.check_enough(leaking.read_leaks(self.folder()), self.folder(), self.fewest_leaks)

    def test_a_deliberate_leak_is_caught(self, leak: str) -> None:
        leaking.check_caught(self.game, leak, leaking.read_leaks(self.folder())[leak])

    # What people read ------------------------------------------------------------------------------------------------

    def test_a_playthrough_comes_out_the_same(self) -> None:
        check_playthrough(self.game, self.folder())

    def test_everything_has_its_words(self) -> None:
        words.check_words(self.game)

    def test_all_languages_have_the_same_words_with_the_same_holes(self) -> None:
        words.check_catalogues(self.game.folder)

    def test_clauses_are_the_same_in_all_languages(self) -> None:
        words.check_clauses(self.game)

    def test_every_clause_is_proven(self) -> None:
        words.check_proven(self.game, self.folder())


def _variant_name(variant: tuple[int, Options]) -> str:
    players, options = variant
    return "-".join([str(players), *(f"{name}={value}" for name, value in options.items())])
