"""Guests whom a store knows: only they can sit at its tables."""

from __future__ import annotations

from ludotheque.tables.model import Guest
from ludotheque.tables.store import Store

LEA, TOM = Guest("lea", "Léa", "fox"), Guest("tom", "Tom", "owl")


async def welcome(store: Store, *guests: Guest) -> None:
    """Add guests, each with the key `hash-<id>`."""
    for guest in guests or (LEA, TOM):
        await store.add_guest(guest, f"hash-{guest.id}", now=10, expires=100)
