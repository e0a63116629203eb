import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { rest, Stage } from '../src/table/stage'

describe('the stage', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function stage(ms = 1000) {
    const shown: number[] = []
    const idle = vi.fn()
    const made = new Stage<number>(async (moment, signal) => {
      shown.push(moment)
      await rest(ms, signal)
    }, idle)
    return { made, shown, idle }
  }

  it('shows one moment after the other, each in its time', async () => {
    const { made, shown, idle } = stage()
    made.push(1)
    made.push(2)
    expect(shown).toEqual([1])
    await vi.advanceTimersByTimeAsync(999)
    expect(shown).toEqual([1])
    await vi.advanceTimersByTimeAsync(1)
    expect(shown).toEqual([1, 2])
    expect(idle).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1000)
    expect(idle).toHaveBeenCalledOnce()
    expect(made.busy).toBe(false)
  })

  it('goes on when told to, and never skips a moment by that', async () => {
    const { made, shown } = stage()
    for (const moment of [1, 2, 3]) made.push(moment)
    made.goOn()
    await vi.advanceTimersByTimeAsync(0)
    expect(shown).toEqual([1, 2])
    await vi.advanceTimersByTimeAsync(1000)
    expect(shown).toEqual([1, 2, 3])
  })

  it('catches up when the page was away for long', async () => {
    const { made, shown } = stage()
    for (let moment = 1; moment <= 40; moment++) made.push(moment)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(shown.at(-1)).toBe(40)
    expect(shown.length).toBeLessThan(20)
  })

  it('shows nothing of what waits when all begins anew', async () => {
    const { made, shown } = stage()
    made.push(1)
    made.push(2)
    made.clear()
    await vi.advanceTimersByTimeAsync(5000)
    expect(shown).toEqual([1])
    made.push(3)
    expect(shown).toEqual([1, 3])
  })
})
