"""Every part of what a page is sent has been thought about: the lists of the browser tests name it, and nothing else."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from ludotheque.server.protocol import Outgoing
from ludotheque.tables.model import TableInfo
from tests.web.wire import KEYS, TABLE

NEW = "may every seat know this at every moment? Then name it in tests/web/wire.py; otherwise it must not be sent"
MESSAGES = {struct.__struct_config__.tag: struct for struct in get_args(Outgoing)}


def parts(struct: type[msgspec.Struct]) -> set[str]:
    return {field.encode_name for field in msgspec.structs.fields(struct)}


def test_the_lists_name_every_message_to_a_page() -> None:
    assert set(KEYS) == set(MESSAGES)


@pytest.mark.parametrize("kind", MESSAGES)
def test_the_lists_name_every_part_of_a_message(kind: str) -> None:
    assert set(KEYS[kind].split()) == {"type", *parts(MESSAGES[kind])}, NEW


def test_the_lists_name_every_part_of_a_table() -> None:
    assert set(TABLE.split()) == parts(TableInfo), NEW
