import { describe, expect, it } from 'vitest'
import type { Outgoing } from '../src/protocol'
import { TableLink, type Surroundings } from '../src/table/link'
import type { Wire } from '../src/reach'
import {
  drawn,
  emptyTable,
  momentOf,
  mySeats,
  myTurn,
  positionOf,
  receive,
  seatBehindTheCurtain,
  settled,
  type TableState,
} from '../src/table/state'

const clock = { now: 1000, look_until: null, turn_until: null }
const seat = (guest: string | null) => ({
  kind: guest ? 'guest' : 'bot',
  guest,
  name: '',
  picture: '',
  level: null,
  stand_in: null,
  resigned: false,
  late: 0,
})
const table = { id: 't', game: 'tonoo', players: 2, seats: [seat('me'), seat(null)], status: 'playing', to_act: 0 }
const view = (entries: number, to_act: unknown = 0) => ({ game: 'tonoo', entries, to_act, outcome: null })
const welcome = (more: object = {}) =>
  ({
    type: 'welcome',
    version: 1,
    me: 'me',
    table,
    seq: 2,
    looks_as: 0,
    view: view(2),
    legal: [{ move: { type: 'draw' } }],
    first_line: 0,
    lines: [
      { code: 'a', args: {} },
      { code: 'b', args: {} },
    ],
    talk: [],
    present: [],
    later: { code: 'later2', args: {} },
    clock,
    ...more,
  }) as unknown as Outgoing
const seen = (seq: number, more: object = {}) =>
  ({
    type: 'view',
    seq,
    looks_as: 0,
    view: view(seq, 1),
    legal: [],
    line: { code: `now${seq}`, args: {} },
    later: { code: `later${seq}`, args: {} },
    clock,
    ...more,
  }) as unknown as Outgoing

describe('a seat that a bot plays', () => {
  const given = (change: object) => {
    const seats = [{ ...seat('me'), ...change }, seat(null)]
    return receive(emptyTable(), welcome({ table: { ...table, seats } }), 0)
  }
  it.each([{ resigned: true }, { stand_in: 'adult' }])('is no longer played by its guest: %o', (change) => {
    expect(myTurn(given({}))).toBe(true)
    const state = given(change)
    expect(mySeats(state)).toEqual([0])
    expect(myTurn(state)).toBe(false)
    expect(drawn(state, positionOf(state), false).legal).toEqual([])
    expect(seatBehindTheCurtain({ ...state, looksAs: 1 })).toBeNull()
  })
  it('does nothing that its guest would know already', () => {
    const message = seen(3, { line: { code: 'now3', args: { seat: 0 } } })
    const own = (before: TableState) => {
      const moment = momentOf(before, receive(before, message, 0), message)
      return moment !== null && moment !== 'anew' && moment.own
    }
    expect([own(given({})), own(given({ resigned: true }))]).toEqual([true, false])
  })
})

describe('a table', () => {
  it('welcomes with everything', () => {
    const state = receive(emptyTable(), welcome(), 900)
    expect(state.ahead).toBe(100)
    expect(mySeats(state)).toEqual([0])
    expect(myTurn(state)).toBe(true)
  })
  it('replaces the line before by what may still be known (any.2)', () => {
    const state = receive(receive(emptyTable(), welcome(), 0), seen(3), 0)
    expect(state.lines.map((line) => line.code)).toEqual(['a', 'later2', 'now3'])
  })
  it('takes the log of a game that was brought while it waited, and goes on with it', () => {
    const waiting = receive(emptyTable(), welcome({ seq: 0, view: null, legal: [], lines: [], later: null }), 0)
    const lines = ['b', 'now3'].map((code) => ({ code, args: {} }))
    const brought = receive(waiting, seen(3, { line: null, lines }), 0)
    expect([brought.firstLine, brought.lines]).toEqual([1, lines])
    const on = receive(brought, seen(4), 0)
    expect(on.lines.map((line) => line.code)).toEqual(['b', 'later3', 'now4'])
    const hidden = receive(brought, seen(3, { line: null, later: null }), 0)
    expect(hidden.lines).toEqual(lines)
  })
  it('keeps nothing that is hidden again over a lost connection', () => {
    const away = receive(receive(emptyTable(), welcome(), 0), seen(3), 0)
    const back = receive(away, welcome({ seq: 4, first_line: 3, lines: [{ code: 'now4', args: {} }], later: null }), 0)
    expect(back.lines.map((line) => line.code)).toEqual(['a', 'later2', 'later3', 'now4'])
    expect(settled(back)).toEqual(back.lines)
  })
  it('keeps a move pending until its moment is on the table', () => {
    let state: TableState = {
      ...receive(emptyTable(), welcome(), 0),
      pending: { id: 'x', seq: 2, move: { type: 'draw' } },
    }
    state = receive(state, { type: 'accepted', id: 'x', seq: 3 }, 0)
    expect(state.pending).not.toBeNull()
    expect(receive(state, seen(3), 0).pending).toBeNull()
  })
  it('shows a refusal and the position as it is', () => {
    const state = receive(
      receive(emptyTable(), welcome(), 0),
      {
        type: 'refused',
        id: 'x',
        code: 'old_position',
        clause: 'house',
        args: {},
        seq: 5,
        view: view(5, 1),
      } as unknown as Outgoing,
      0,
    )
    expect(state.seq).toBe(5)
    expect(state.refused?.code).toBe('old_position')
  })
  it('ignores what it does not know', () => {
    const state = emptyTable()
    expect(receive(state, { type: 'news' } as unknown as Outgoing, 0)).toBe(state)
  })
  it('knows when another own seat waits behind the curtain', () => {
    const both = { ...table, seats: [seat('me'), seat('me')] }
    expect(seatBehindTheCurtain(receive(emptyTable(), welcome({ table: both, view: view(2, 1) }), 0))).toBe(1)
  })
})

const forgotten = (seq: number, more: object = {}) =>
  ({
    type: 'forgotten',
    seq,
    looks_as: 0,
    view: { ...view(seq, 1), hidden: true },
    line: { code: `later${seq}`, args: {} },
    ...more,
  }) as unknown as Outgoing

describe('what is hidden again', () => {
  const before = receive(receive(emptyTable(), welcome(), 0), seen(3, { clock: { ...clock, look_until: 4000 } }), 0)
  it('is gone from the board and from the log', () => {
    const after = receive(before, forgotten(3), 0)
    expect(after.view).toHaveProperty('hidden')
    expect(after.lines.map((line) => line.code)).toEqual(['a', 'later2', 'later3'])
    expect(after).toMatchObject({ later: null, clock: { look_until: null } })
  })
  it('is a moment that turns back, without a word', () => {
    const message = forgotten(3)
    const moment = momentOf(before, receive(before, message, 0), message)
    expect(moment).toMatchObject({ quiet: true, events: [], told: { line: { code: 'later3' }, piece: null } })
  })
  it('is no news when the table has gone on, or one looks as somebody else', () => {
    for (const message of [forgotten(2), forgotten(3, { looks_as: 1 })]) {
      expect(receive(before, message, 0)).toBe(before)
      expect(momentOf(before, before, message)).toBeNull()
    }
  })
})

describe('what is drawn', () => {
  const before = receive(emptyTable(), welcome(), 0)
  const events = [{ verb: 'draw', seat: 1, piece: 'red', origin: 'bag', target: 'hand.1' }]
  const message = seen(3, { events, view: view(3, 0), legal: [{ move: { type: 'lift' } }] })
  const after = receive(before, message, 0)

  it('is told first: an entry is a moment with what happened', () => {
    const moment = momentOf(before, after, message)
    expect(moment).toMatchObject({
      state: { seq: 3 },
      own: false,
      told: { line: { code: 'now3' }, piece: 'red', seat: 1 },
    })
  })
  it('needs less time when it was done here', () => {
    const mine = seen(3, { line: { code: 'now3', args: { seat: 0 } } })
    expect(momentOf(before, receive(before, mine, 0), mine)).toMatchObject({ own: true })
  })
  it('begins anew with a welcome, another seat, or a position that came with a refusal', () => {
    const other = seen(2, { line: null, looks_as: 1 })
    const refused = { type: 'refused', id: 'x', code: 'c', clause: 'house', args: {}, seq: 5, view: view(5) }
    for (const one of [welcome(), other, refused as unknown as Outgoing])
      expect(momentOf(before, receive(before, one, 0), one)).toBe('anew')
  })
  it('does not change with what is said about the table', () => {
    const said = { type: 'presence', present: [] } as unknown as Outgoing
    expect(momentOf(before, receive(before, said, 0), said)).toBeNull()
  })
  it('offers moves at the newest position only', () => {
    const state = drawn(after, positionOf(before), true)
    expect(state).toMatchObject({ seq: 2, legal: [], pending: { move: null } })
    expect(drawn(after, positionOf(after), true)).toMatchObject({ legal: [{ type: 'lift' }], pending: null })
  })
  it('ends when its end was shown', () => {
    const over = { ...after, table: { ...after.table, status: 'over' } } as TableState
    expect(drawn(over, positionOf(before), true).table?.status).toBe('playing')
    expect(drawn(over, positionOf(after), false).table?.status).toBe('over')
  })
})

function around() {
  const wires: (Wire & { sent: string[] })[] = []
  const waiting: (() => void)[] = []
  const surroundings: Surroundings = {
    connect: () => {
      const wire = {
        sent: [] as string[],
        send(text: string) {
          wire.sent.push(text)
        },
        close() {
          wire.onclose?.()
        },
        onopen: null,
        onmessage: null,
        onclose: null,
      } as Wire & { sent: string[] }
      wires.push(wire)
      return wire
    },
    now: () => 0,
    later: (call, wait) => (wait < 15000 ? waiting.push(call) : 0),
    never: () => undefined,
  }
  return { wires, waiting, surroundings }
}
const tell = (wire: Wire, message: Outgoing) => wire.onmessage?.({ data: JSON.stringify(message) })

describe('the wire', () => {
  it('says hello, then where it was', () => {
    const { wires, waiting, surroundings } = around()
    const link = new TableLink('ws://house', () => undefined, surroundings)
    link.open()
    wires[0]?.onopen?.()
    expect(JSON.parse(wires[0]?.sent[0] ?? '')).toMatchObject({ type: 'hello', since: null })
    tell(wires[0] as Wire, welcome())
    wires[0]?.onclose?.()
    expect(link.state.link).toBe('lost')
    waiting.pop()?.()
    wires[1]?.onopen?.()
    expect(JSON.parse(wires[1]?.sent[0] ?? '')).toMatchObject({ type: 'hello', since: 2, look_as: 0 })
  })
  it('sends an unanswered move again with the same id', () => {
    const { wires, waiting, surroundings } = around()
    const link = new TableLink('ws://house', () => undefined, surroundings)
    link.open()
    wires[0]?.onopen?.()
    tell(wires[0] as Wire, welcome())
    link.play({ type: 'draw' })
    const first = wires[0]?.sent.at(-1)
    wires[0]?.onclose?.()
    waiting.pop()?.()
    wires[1]?.onopen?.()
    tell(wires[1] as Wire, welcome())
    expect(wires[1]?.sent).toContain(first)
  })
  it('keeps a choice until it is asked for', () => {
    const { wires, surroundings } = around()
    const link = new TableLink('ws://house', () => undefined, surroundings)
    link.open()
    wires[0]?.onopen?.()
    tell(wires[0] as Wire, welcome({ legal: [] }))
    link.plan({ type: 'draw' })
    expect(wires[0]?.sent.length).toBe(1)
    tell(wires[0] as Wire, seen(3, { legal: [{ move: { type: 'draw' } }] }))
    expect(JSON.parse(wires[0]?.sent.at(-1) ?? '')).toMatchObject({ type: 'move', seq: 3, move: { type: 'draw' } })
  })
  it('holds a move back while everybody still looks', () => {
    const { wires, waiting, surroundings } = around()
    const link = new TableLink('ws://house', () => undefined, surroundings)
    link.open()
    wires[0]?.onopen?.()
    tell(wires[0] as Wire, welcome({ clock: { ...clock, look_until: 4000 } }))
    link.play({ type: 'draw' })
    expect(link.state.pending?.move).toEqual({ type: 'draw' })
    expect(wires[0]?.sent.length).toBe(1)
    waiting.pop()?.()
    expect(JSON.parse(wires[0]?.sent.at(-1) ?? '')).toMatchObject({ type: 'move', seq: 2 })
  })
  it('sends it as soon as everybody has looked', () => {
    const { wires, surroundings } = around()
    const link = new TableLink('ws://house', () => undefined, surroundings)
    link.open()
    wires[0]?.onopen?.()
    tell(wires[0] as Wire, welcome({ clock: { ...clock, look_until: 4000 } }))
    link.play({ type: 'draw' })
    link.seen(2)
    expect(JSON.parse(wires[0]?.sent.at(-1) ?? '')).toEqual({ type: 'seen', seq: 2 })
    tell(wires[0] as Wire, forgotten(2))
    expect(JSON.parse(wires[0]?.sent.at(-1) ?? '')).toMatchObject({ type: 'move', seq: 2 })
    expect(wires[0]?.sent.filter((sent) => sent.includes('"move"')).length).toBe(1)
  })
  it('lets the house explain at once what is not allowed', () => {
    const { wires, surroundings } = around()
    const link = new TableLink('ws://house', () => undefined, surroundings)
    link.open()
    wires[0]?.onopen?.()
    tell(wires[0] as Wire, welcome({ clock: { ...clock, look_until: 4000 } }))
    link.play({ type: 'lift', cylinder: 9 })
    expect(JSON.parse(wires[0]?.sent.at(-1) ?? '')).toMatchObject({ type: 'move', seq: 2 })
  })
  it('tells of an older page', () => {
    const { wires, surroundings } = around()
    const link = new TableLink('ws://house', () => undefined, surroundings)
    link.open()
    tell(wires[0] as Wire, { type: 'bye', code: 'version', retry: false })
    expect(link.state).toMatchObject({ link: 'ended', bye: 'version' })
  })
})
