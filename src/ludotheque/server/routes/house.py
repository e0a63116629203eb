"""Routes about the house itself: games, words, rules."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import msgspec

import ludotheque.texts
from ludotheque import __version__
from ludotheque.games import all_games
from ludotheque.levels import LEVELS
from ludotheque.rules.core import Json
from ludotheque.rules.shapes import fields_of_seats
from ludotheque.server import lessons, protocol, taking
from ludotheque.server.routes.bodies import GameInfo, HouseInfo, OptionInfo, Texts
from ludotheque.server.routes.route import Asked, Encoded, get
from ludotheque.studied import Studied, read_studied
from ludotheque.tables.denied import Denied
from ludotheque.tables.hosting import find_game
from ludotheque.tables.model import PICTURES, REACTIONS
from ludotheque.texts import LANGUAGES, Words, catalogue
from ludotheque.texts.clauses import RulesText, rules_text

FOLDER = Path(__file__).parents[1]
COMMON = Path(str(ludotheque.texts.__file__)).parent


def known_language(language: str) -> str:
    """A language that we speak."""
    if language not in LANGUAGES:
        raise Denied("unknown_language", "unknown")
    return language


@get("/api/house")
def house_info(request: Asked) -> HouseInfo:
    """What the house offers."""
    bots, config = request.hall.bots(), request.hall.config
    return msgspec.structs.replace(
        _house(),
        warming=[] if bots is None else bots.warming,
        alone=config.alone,
        patience=1.0 if bots is None else bots.patience,
        name=config.name,
        pocket=0 if config.pocket is None else taking.size(config.pocket),
        public_origin=config.public_origin,
        lan_origin=config.lan_origin(),
    )


@lru_cache(maxsize=1)
def _house() -> HouseInfo:
    boxes = []
    for slug, game in all_games().items():
        options = [OptionInfo(option.name, list(option.values), option.default) for option in game.rules.OPTIONS]
        titles = {language: Words(language, game)("title") for language in LANGUAGES}
        facts = msgspec.structs.replace(game.facts, levels=game.facts.levels or LEVELS)
        boxes.append(
            GameInfo(
                slug=slug,
                players=list(game.players),
                options=options,
                titles=titles,
                lesson=lessons.exists(game),
                studied=read_studied(game.folder) is not None,
                facts=facts,
                of_seats=list(fields_of_seats(game)),
            )
        )
    return HouseInfo(
        version=__version__,
        protocol=protocol.VERSION,
        games=boxes,
        levels=list(LEVELS),
        reactions=list(REACTIONS),
        pictures=list(PICTURES),
        languages=list(LANGUAGES),
    )


@get("/api/texts/{language:str}")
def texts(language: str) -> Encoded[Texts]:
    """All words in one language."""
    return Encoded(_texts(known_language(language)), lasting=True)


@lru_cache(maxsize=4)
def _texts(language: str) -> bytes:
    common: Json = {**catalogue(COMMON, language), **catalogue(FOLDER, language)}
    words = {slug: dict(catalogue(game.folder, language)) for slug, game in all_games().items()}
    return msgspec.json.encode(Texts(language, common, words))


@get("/api/rules/{slug:str}/{language:str}")
def rules(slug: str, language: str) -> Encoded[RulesText]:
    """The rules of a game, clause by clause."""
    return Encoded(msgspec.json.encode(rules_text(find_game(slug), known_language(language))), lasting=True)


@get("/api/studies/{slug:str}")
def studies(slug: str) -> Encoded[Studied]:
    """What studies have found of a box: how long, how fair, how much luck, skill and memory."""
    found = read_studied(find_game(slug).folder)
    if found is None:
        raise Denied("not_studied", "unknown")
    return Encoded(msgspec.json.encode(found), lasting=True)


ROUTES = [house_info, texts, rules, studies]
