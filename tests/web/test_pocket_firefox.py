"""The pocket house in Debian's Firefox: a whole game of each box against a bot, with the server stopped, and its review."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludotheque.games import HOUSE
from tests.web.box import box_of
from tests.web.marionette import FIREFOX, Firefox
from tests.web.stick import Stall

pytestmark = pytest.mark.soak

OPEN = """
for (let i = 0; i < 6000 && document.getElementById('opening'); i++) await new Promise((resolve) => setTimeout(resolve, 100))
await navigator.serviceWorker.ready
return !document.getElementById('opening')
"""
PLAY = """
const [slug, options] = args
const channel = new BroadcastChannel(`ludotheque ${new URL('.', document.baseURI).pathname}`)
const waiting = new Map()
let heard = () => undefined
let count = 0
channel.onmessage = ({ data }) => {
  if (data.kind !== 'reply' || data.to !== 'test') return
  if (data.reply.kind === 'answer') waiting.get(data.reply.id)(data.reply)
  else if (data.reply.kind === 'told') heard(JSON.parse(data.reply.text))
}
const send = (request) => channel.postMessage({ kind: 'letter', letter: { from: 'test', request } })
const ask = async (method, path, body) => {
  const id = ++count
  const answer = new Promise((resolve) => waiting.set(id, resolve))
  send({ kind: 'ask', id, method, path, body: body ? JSON.stringify(body) : '' })
  const { status, text } = await answer
  if (status >= 300) throw new Error(`${path} ${status} ${text}`)
  return JSON.parse(text)
}
await ask('POST', '/me', { name: 'Ada' })
const seats = [{ kind: 'me' }, { kind: 'bot', level: 'child' }]
const settings = { look: 0, pace: 'brisk' }
const { id: table } = await ask('POST', '/tables', { game: slug, options, seats, start: true, settings })
const line = ++count
let moves = 0
let hints = 0
await new Promise((resolve, reject) => {
  heard = async (message) => {
    if (message.type === 'refused' && !['old_position', 'look'].includes(message.code)) reject(new Error(message.code))
    if (message.type === 'bye') reject(new Error(message.code))
    const over = message.table?.status === 'over' || message.view?.outcome
    if (over) return resolve()
    const { legal, seq } = message
    if (!legal?.length) return
    /* What elephant would play, as often as one may ask: with any move at all a game may be very long. */
    const hinted = await ask('POST', `/tables/${table}/hint`).catch(() => null)
    const move = hinted?.moves[0].move ?? legal[(moves * 7) % legal.length].move
    hints += hinted ? 1 : 0
    send({ kind: 'say', line, text: JSON.stringify({ type: 'move', id: `m${++moves}`, seq, move }) })
  }
  send({ kind: 'sit', line, table })
  send({ kind: 'say', line, text: JSON.stringify({ type: 'hello', version: 2 }) })
})
const record = await ask('GET', `/tables/${table}/record`)
channel.close()
return { moves, hints, record }
"""


@pytest.fixture(scope="module")
def firefox(tmp_path_factory: pytest.TempPathFactory, root: Path) -> Iterator[Firefox]:
    """In which the house has opened, before its server was stopped."""
    if shutil.which(FIREFOX) is None:
        pytest.skip(f"there is no {FIREFOX} here: Debian has it in the package of that name")
    running = Firefox(tmp_path_factory.mktemp("firefox"))
    stall = Stall(root)
    running.open(stall.url)
    assert running.run(OPEN), "the house has opened"
    stall.stop()
    yield running
    running.end()


@pytest.mark.parametrize("slug", HOUSE)
def test_a_whole_game_of_each_box_with_the_server_stopped(firefox: Firefox, slug: str) -> None:
    told: Any = firefox.run(PLAY, slug, box_of(slug).options)
    assert told["moves"] > 2
    assert told["hints"] > 0
    _is_a_whole_game(told["record"])


def _is_a_whole_game(record: Any) -> None:
    from ludotheque import records

    assert records.check(record).outcome is not None
