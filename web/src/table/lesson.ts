/* The way through a lesson: where something is to be done, where one is, and the bookmark that a reload finds again. No
   drawing, no network. */

import type { Lesson } from '../protocol'
import type { AnyMove } from './state'

interface Entry {
  seat?: number
  move?: AnyMove
}

const entryOf = (lesson: Lesson, at: number): Entry | null => (lesson.frames[at]?.entry ?? null) as Entry | null

/** The move that the newcomer is to make at a moment; null where others play, chance decides, or a chapter is over. */
export function moveAt(lesson: Lesson, at: number): AnyMove | null {
  const next = entryOf(lesson, at + 1)
  return next?.seat === lesson.seat ? (next.move ?? null) : null
}

/** Whether a chapter is over at a moment, and another one follows. */
export const turnsPage = (lesson: Lesson, at: number): boolean =>
  at < lesson.frames.length - 1 && entryOf(lesson, at + 1) === null

/** The moments at which the newcomer does something: a move, or going on to the next chapter. */
export const stepsOf = (lesson: Lesson): number[] =>
  lesson.frames.map((_, at) => at).filter((at) => moveAt(lesson, at) !== null || turnsPage(lesson, at))

/** The number of the step at a moment, from 1: what others do belongs to the step that it leads to. */
export function stepAt(steps: readonly number[], at: number): number {
  const found = steps.findIndex((step) => step >= at)
  return found < 0 ? steps.length : found + 1
}

/** The step before a moment; null at the first one. */
export const stepBefore = (steps: readonly number[], at: number): number | null =>
  steps.findLast((step) => step < at) ?? null

/** The step after a moment, or the end; null where one has not been before. */
export function stepAfter(steps: readonly number[], at: number, last: number, reached: number): number | null {
  const next = steps.find((step) => step > at) ?? last
  return next > at && next <= reached ? next : null
}

// The bookmark --------------------------------------------------------------------------------------------------------

/** Where one is in a lesson, and how far one has been. */
export interface Bookmark {
  at: number
  reached: number
}

const BEGINNING: Bookmark = { at: 0, reached: 0 }
const nameOf = (game: string) => `lesson ${game}`

/** Where one left off: at a step, never beyond it; at the beginning when nothing sensible was kept. */
export function bookmarkOf(game: string, lesson: Lesson): Bookmark {
  try {
    const kept = JSON.parse(localStorage.getItem(nameOf(game)) ?? 'null') as Partial<Bookmark> | null
    const { at, reached } = { ...BEGINNING, ...kept }
    const steps = stepsOf(lesson)
    if (!steps.includes(at) || !Number.isInteger(reached)) return BEGINNING
    return { at, reached: Math.min(Math.max(at, reached), lesson.frames.length - 1) }
  } catch {
    return BEGINNING
  }
}

/** Keep where one is; a lesson that is over, or not yet begun, needs no bookmark. */
export function keepBookmark(game: string, bookmark: Bookmark | null): void {
  try {
    if (bookmark && bookmark.at > 0) localStorage.setItem(nameOf(game), JSON.stringify(bookmark))
    else localStorage.removeItem(nameOf(game))
  } catch {
    /* A browser that keeps nothing still teaches. */
  }
}
