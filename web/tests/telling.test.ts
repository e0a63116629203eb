import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Event, Line } from '../src/protocol'
import { TEMPI, type Pace } from '../src/table/stage'
import type { AnyView } from '../src/table/state'
import { inSuspense, Telling, toldOf, wholeEvents, type Moment, type Showing } from '../src/table/telling'

const line = (code: string, args: Line['args'] = {}): Line => ({ code, args })

function page(travels = 0, pace: Pace = 'normal') {
  const drawn: Showing<number>[] = []
  const rested: number[] = []
  const performed: (readonly Event[])[] = []
  const settled: boolean[] = []
  const telling = new Telling<number>(0, {
    changed: (showing) => void drawn.push(showing),
    perform: async (events, _tempo, signal, change, still = false) => {
      performed.push(events)
      settled.push(still)
      change()
      if (!signal.aborted) await new Promise((done) => setTimeout(done, travels))
    },
    pace: () => pace,
    now: () => Date.now(),
    atRest: ({ state }) => void rested.push(state),
  })
  const moment = (state: number, more: Partial<Moment<number>> = {}): Moment<number> => ({
    state,
    told: toldOf(line(`line${state}`)),
    events: [],
    ...more,
  })
  return { telling, drawn, rested, performed, settled, moment }
}

describe('what is told', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('can be read at normal pace for 1.2 s before the next thing begins', async () => {
    const { telling, moment } = page()
    telling.tell(moment(1))
    telling.tell(moment(2))
    await vi.advanceTimersByTimeAsync(1200)
    expect(telling.showing).toMatchObject({ state: 1, fresh: true, busy: true, told: { line: { code: 'line1' } } })
    await vi.advanceTimersByTimeAsync(100)
    expect(telling.showing.state).toBe(2)
  })
  it('is found again as it was left: what led to it glows and does not move', async () => {
    const { telling, performed, settled, moment } = page()
    const events = wholeEvents([{ verb: 'lift', target: 'cylinder.1' }])
    telling.tell(moment(5))
    telling.begin(3, toldOf(line('line3'), events), null, events)
    await vi.advanceTimersByTimeAsync(10)
    expect(telling.showing).toMatchObject({ state: 3, fresh: false, told: { line: { code: 'line3' } } })
    expect(performed.at(-1)).toEqual(events)
    expect(settled).toEqual([false, true])
    telling.begin(4, null)
    await vi.advanceTimersByTimeAsync(10)
    expect(settled.at(-1), 'where nothing is known of it').toBe(false)
  })
  it('lasts as long as its pieces travel', async () => {
    const { telling, moment } = page(3000)
    telling.tell(moment(1))
    telling.tell(moment(2))
    await vi.advanceTimersByTimeAsync(2999)
    expect(telling.showing.state).toBe(1)
    await vi.advanceTimersByTimeAsync(2)
    expect(telling.showing.state).toBe(2)
  })
  it('of oneself is known already', async () => {
    const { telling, moment } = page()
    telling.tell(moment(1, { own: true }))
    telling.tell(moment(2))
    await vi.advanceTimersByTimeAsync(TEMPI.normal.own + 1)
    expect(telling.showing.state).toBe(2)
  })
  it('goes at the pace of the table', async () => {
    const { telling, moment } = page(0, 'calm')
    telling.tell(moment(1))
    telling.tell(moment(2))
    await vi.advanceTimersByTimeAsync(TEMPI.normal.read + 1)
    expect(telling.showing.state).toBe(1)
  })
  it('goes on at a tap, and no moment is lost', async () => {
    const { telling, moment, drawn } = page()
    for (const n of [1, 2, 3]) telling.tell(moment(n))
    telling.goOn()
    await vi.advanceTimersByTimeAsync(10)
    expect(telling.showing.state).toBe(2)
    telling.goOn()
    await vi.advanceTimersByTimeAsync(10)
    expect([...new Set(drawn.map(({ state }) => state))]).toEqual([1, 2, 3])
  })
  it('is at rest when everything was shown', async () => {
    const { telling, moment, rested } = page()
    telling.tell(moment(1))
    telling.tell(moment(2))
    await vi.advanceTimersByTimeAsync(1300)
    expect(rested).toEqual([])
    await vi.advanceTimersByTimeAsync(1300)
    expect(rested).toEqual([2])
    expect(telling.showing.busy).toBe(false)
  })
  it('stays while everybody looks, until the time is over or somebody taps', async () => {
    const { telling, moment, rested } = page()
    telling.tell(moment(1, { until: Date.now() + 3000 }))
    await vi.advanceTimersByTimeAsync(2900)
    expect(telling.showing).toMatchObject({ busy: true })
    expect(telling.showing.until).not.toBeNull()
    await vi.advanceTimersByTimeAsync(101)
    expect(rested).toEqual([1])
    telling.tell(moment(2, { until: Date.now() + 3000 }))
    await vi.advanceTimersByTimeAsync(1300)
    telling.goOn()
    await vi.advanceTimersByTimeAsync(0)
    expect(rested).toEqual([1, 2])
    expect(telling.showing).toMatchObject({ busy: false, until: null })
  })
  it('waits for no look that is over: the table has gone on', async () => {
    const { telling, moment } = page()
    telling.tell(moment(1, { until: Date.now() + 60_000 }))
    await vi.advanceTimersByTimeAsync(2000)
    telling.tell(moment(2))
    await vi.advanceTimersByTimeAsync(0)
    expect(telling.showing.state).toBe(2)
  })
  it('but what is being read is read to its end', async () => {
    const { telling, moment } = page()
    telling.tell(moment(1, { until: Date.now() + 60_000 }))
    await vi.advanceTimersByTimeAsync(500)
    telling.tell(moment(2))
    await vi.advanceTimersByTimeAsync(0)
    expect(telling.showing.state).toBe(1)
    await vi.advanceTimersByTimeAsync(800)
    expect(telling.showing.state).toBe(2)
  })
  it('turns back without a word', async () => {
    const { telling, moment } = page()
    telling.tell(moment(1))
    telling.tell(moment(2, { quiet: true, told: toldOf(line('later')) }))
    await vi.advanceTimersByTimeAsync(1300)
    expect(telling.showing).toMatchObject({ state: 2, fresh: false, told: { line: { code: 'later' } }, busy: false })
  })
  it('begins anew at once, and nothing of that is news', async () => {
    const { telling, moment, performed, rested } = page()
    for (const n of [1, 2, 3]) telling.tell(moment(n, { events: wholeEvents([{ verb: 'turn' }]) }))
    telling.begin(9, toldOf(line('line9')))
    expect(telling.showing).toMatchObject({ state: 9, fresh: false })
    await vi.advanceTimersByTimeAsync(5000)
    expect(performed.map((events) => events.length)).toEqual([1, 0])
    expect(rested).toEqual([9])
  })
  it('looks on where a look was under way', async () => {
    const { telling, rested } = page()
    telling.begin(4, null, Date.now() + 2000)
    await vi.advanceTimersByTimeAsync(1900)
    expect(rested).toEqual([])
    await vi.advanceTimersByTimeAsync(200)
    expect(rested).toEqual([4])
  })
})

describe('a result that is not known at once', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  const before = { game: 'novem', entries: 1, to_act: 1 } as unknown as AnyView
  const after = { game: 'novem', entries: 2, to_act: 0 } as unknown as AnyView
  const between = { game: 'novem', entries: 1, to_act: 'chance' } as unknown as AnyView
  const manners = { say: () => '', suspense: () => ({ view: between, verbs: ['lay', 'reveal'] }) }
  const events = wholeEvents([{ verb: 'lay' }, { verb: 'reveal' }, { verb: 'take', count: 3 }])

  it('divides the events of a moment', () => {
    const { suspense, events: rest } = inSuspense(manners, before, after, events)
    expect(suspense?.view).toBe(between)
    expect([suspense?.events, rest].map((part) => part?.map(({ verb }) => verb))).toEqual([['lay', 'reveal'], ['take']])
    expect(inSuspense({ say: () => '' }, before, after, events)).toEqual({ suspense: null, events })
    expect(inSuspense(manners, null, after, events)).toEqual({ suspense: null, events })
  })
  it('changes no word before it is known, and can be read as long as any other', async () => {
    const { telling, moment, performed } = page(2000)
    telling.tell(moment(1))
    await vi.advanceTimersByTimeAsync(2100)
    telling.tell(moment(2, inSuspense(manners, before, after, events)))
    await vi.advanceTimersByTimeAsync(1990)
    expect(telling.showing).toMatchObject({ state: 1, suspense: between, busy: true })
    expect(telling.showing.told?.line.code).toBe('line1')
    expect(performed.at(-1)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(20)
    expect(telling.showing).toMatchObject({ state: 2, suspense: null, fresh: true, told: { line: { code: 'line2' } } })
    expect(performed.at(-1)).toHaveLength(1)
  })
  it('is shown by a tap, and can still be read', async () => {
    const { telling, moment } = page(2000)
    telling.tell(moment(2, inSuspense(manners, before, after, events)))
    await vi.advanceTimersByTimeAsync(10)
    telling.goOn()
    await vi.advanceTimersByTimeAsync(2000)
    expect(telling.showing).toMatchObject({ state: 2, suspense: null, busy: true })
    telling.goOn()
    await vi.advanceTimersByTimeAsync(2000)
    expect(telling.showing).toMatchObject({ state: 2, busy: false })
  })
  it.each([
    ['everything begins anew', 'begin'],
    ['somebody goes on at once', 'skip'],
  ])('is never shown once %s', async (_, way) => {
    const { telling, moment, drawn } = page(2000)
    telling.tell(moment(2, inSuspense(manners, before, after, events)))
    await vi.advanceTimersByTimeAsync(10)
    if (way === 'begin') telling.begin(9, null)
    else {
      telling.skip()
      telling.tell(moment(9))
    }
    await vi.advanceTimersByTimeAsync(5000)
    expect(telling.showing).toMatchObject({ state: 9, suspense: null, busy: false })
    expect(drawn.map(({ state }) => state)).not.toContain(2)
  })
})

describe('a line and its events', () => {
  it('say who it was, what it was, and how they take it', () => {
    const events = wholeEvents([
      { verb: 'turn', seat: 1 },
      { verb: 'steal', seat: 1, piece: 'cane', gains: 1, loses: 0 },
    ])
    expect(toldOf(line('theft', { seat: 1 }), events)).toMatchObject({ seat: 1, piece: 'cane', mood: 'glad' })
    expect(toldOf(line('theft', { seat: 0 }), events)).toMatchObject({ seat: 0, mood: 'sorry' })
    expect(toldOf(line('theft', { seat: 1 }), events)?.moods).toEqual({ 0: 'sorry', 1: 'glad' })
    expect(toldOf(line('turned_over'), events)).toMatchObject({ seat: 1 })
    expect(toldOf(null)).toBeNull()
  })
  it('have one thing drawn beside them, and of several none', () => {
    const thing = (...pieces: string[]) =>
      toldOf(line('shown'), wholeEvents(pieces.map((piece) => ({ verb: 'show', piece }))))?.thing
    expect([thing(), thing('red', 'red'), thing('red', 'blue')]).toEqual([null, 'red', null])
  })
  it('leave out what is not said, and boards find it whole', () => {
    expect(wholeEvents([{ verb: 'pass' }])[0]).toMatchObject({ verb: 'pass', seat: null, target: null, count: 0 })
  })
})
