/* A lesson as it is gone through: what is shown, what is to be done, what is answered, and the way back. */

import { get, post } from '../api'
import type { Box, SeatLook } from '../boards/contract'
import { boxOf } from '../boards/find'
import { notesOf, type Notes } from '../boards/lessons'
import { house, t, wordsOf } from '../house.svelte'
import type { Lesson, LessonAnswer } from '../protocol'
import { retelling } from './choreography'
import { bookmarkOf, keepBookmark, moveAt, stepAfter, stepAt, stepBefore, stepsOf, turnsPage } from './lesson'
import type { AnyMove } from './state'
import { inSuspense, nothingShown, toldOf, wholeEvents, type Showing } from './telling'

/** Others take their time, so that what the teacher says about it can be read; chance does not. */
const TO_LOOK = 1800
const PER_LETTER = 22
const BY_CHANCE = 900

/** Who sits around: the first partner is a child of the house, the others are guests. */
const FIGURES = ['gardener', 'captain', 'rabbit', 'chef']

export class Learning {
  lesson = $state.raw<Lesson | null>(null)
  box = $state.raw<Box | null>(null)
  notes = $state.raw<Notes>({})
  showing = $state.raw<Showing<number>>(nothingShown(0))
  reached = $state(0)
  /** Counts the jumps: a board that was jumped to begins anew, with nothing chosen. */
  jumps = $state(0)
  /** Why not, or what instead, and the rule that says so. */
  answer = $state('')
  clause = $state('')
  trouble = $state('')
  /** Tried and not yet answered. */
  pending = $state.raw<AnyMove | null>(null)
  private root: HTMLElement | null = null
  private readonly telling = retelling(
    () => this.root,
    () => this.box?.motions,
    (showing) => (this.showing = showing),
  )

  constructor(readonly game: string) {}

  async open(): Promise<void> {
    try {
      const [lesson, box] = await Promise.all([get<Lesson>(`/lessons/${this.game}`), boxOf(this.game)])
      const { at, reached } = bookmarkOf(this.game, lesson)
      ;[this.lesson, this.box, this.reached] = [lesson, box, reached]
      this.jump(at)
    } catch (caught) {
      this.trouble = wordsOf(caught)
    }
  }

  async speak(language: string): Promise<void> {
    this.notes = await notesOf(this.game, language)
  }

  /** An attachment: here the board stands. */
  stands = (root: HTMLElement): (() => void) => {
    this.root = root
    return () => (this.root = null)
  }

  // Where one is ------------------------------------------------------------------------------------------------------

  get at(): number {
    return this.showing.state
  }

  get last(): number {
    return (this.lesson?.frames.length ?? 1) - 1
  }

  steps = $derived(this.lesson ? stepsOf(this.lesson) : [])
  step = $derived(stepAt(this.steps, this.at))
  frame = $derived(this.lesson?.frames[this.at] ?? null)
  view = $derived(this.showing.suspense ?? this.frame?.view ?? null)
  seat = $derived(this.lesson?.seat ?? 0)
  /** What is to be done now. */
  expected = $derived(this.lesson && !this.showing.suspense ? moveAt(this.lesson, this.at) : null)
  turnsPage = $derived(this.lesson !== null && turnsPage(this.lesson, this.at))
  done = $derived(this.lesson !== null && this.at >= this.last)
  /** Others, or chance, are at it. */
  waits = $derived(this.lesson !== null && !this.done && !this.expected && !this.turnsPage)
  back = $derived(stepBefore(this.steps, this.at))
  ahead = $derived(stepAfter(this.steps, this.at, this.last, this.reached))

  /** How long others take at what comes next. */
  get wait(): number {
    return typeof this.view?.to_act === 'number' ? TO_LOOK + this.note.length * PER_LETTER : BY_CHANCE
  }

  // What is said ------------------------------------------------------------------------------------------------------

  names = $derived.by(() => {
    const others = t('learn.partners').split(', ')
    return Array.from({ length: this.view?.players ?? 2 }, (_, n) =>
      n === this.seat ? t('learn.you') : (others[n - 1] ?? house.words.say('seat', { seat: n })),
    )
  })

  /** In a sentence one is "you", on a chip "You"; and a lesson may word a move its own way. */
  words = $derived.by(() =>
    house.words
      .at(
        this.names.map((name, n) => (n === this.seat ? name.toLowerCase() : name)),
        this.notes,
        this.box?.words[house.language] ?? {},
        house.games[this.game] ?? {},
      )
      .calling(this.view ? (this.box?.manners.naming?.(this.view) ?? null) : null),
  )

  seats = $derived<SeatLook[]>(
    this.names.map((name, n) => ({
      name,
      mine: n === this.seat,
      bot: n !== this.seat,
      level: n === 1 ? 'child' : null,
      picture: n === this.seat ? (house.guest?.picture ?? house.figure) : (FIGURES[n - 2] ?? ''),
      mood: this.showing.told?.moods[n] ?? 'calm',
      here: true,
      standIn: false,
      acts: this.view?.to_act === n,
    })),
  )

  /** What the teacher says now: what was said last holds until there is something new. */
  note = $derived.by(() => {
    const { suspense } = this.showing
    if (suspense && this.box)
      return this.box.manners.say(suspense, {
        me: this.seat,
        myTurn: false,
        words: this.words,
        legal: [],
        planned: null,
      })
    for (let at = this.at; at >= 0; at--) {
      const said = this.notes[at]
      if (said !== undefined || this.lesson?.frames[at]?.entry === null) return said ?? ''
    }
    return ''
  })

  get told(): string {
    const { told } = this.showing
    if (!told && this.at > 0) return t('learn.further')
    return told ? this.words.told(told.line, this.seat, told.piece) : ''
  }

  /** What is to be done, in words, for who does not see the ring. */
  get task(): string {
    return this.expected ? this.words.move(this.expected, this.seat) : ''
  }

  // What one does -----------------------------------------------------------------------------------------------------

  /** The next moment is told. */
  next(): void {
    const { lesson, at } = this
    const frame = lesson?.frames[at + 1]
    if (!frame) return
    if (frame.entry === null) return this.jump(at + 1)
    this.telling.goOn()
    const told = toldOf(frame.line, wholeEvents(frame.events))
    this.telling.tell({ state: at + 1, told, own: this.expected !== null, ...this.shownAt(at + 1) })
    this.arrive(at + 1)
  }

  /** Go to a moment at once, and find it as it was. */
  jump(to: number): void {
    const frame = this.lesson?.frames[to]
    this.jumps += 1
    this.telling.begin(to, toldOf(frame?.line, wholeEvents(frame?.events)), null, this.shownAt(to).events)
    this.arrive(to)
  }

  private shownAt(at: number) {
    const frames = this.lesson?.frames
    return inSuspense(this.box?.manners, frames?.[at - 1]?.view, frames?.[at]?.view, wholeEvents(frames?.[at]?.events))
  }

  private arrive(at: number): void {
    this.answer = this.clause = ''
    this.reached = Math.max(this.reached, at)
    if (at >= this.last) keepBookmark(this.game, null)
    else if (this.steps.includes(at)) keepBookmark(this.game, { at, reached: this.reached })
  }

  goBack(): void {
    if (this.back !== null) this.jump(this.back)
  }

  goAhead(): void {
    if (this.ahead !== null) this.jump(this.ahead)
  }

  again(): void {
    this.reached = 0
    this.jump(0)
  }

  /** A tap ends what is being told, or others' time to look. */
  goOn(): void {
    if (this.showing.busy) this.telling.goOn()
    else if (this.waits) this.next()
  }

  /** Something else was touched. */
  astray(): void {
    if (!this.expected || this.showing.busy) return
    this.answer = t('learn.instead', { move: this.task })
    this.clause = ''
  }

  async attempt(move: AnyMove): Promise<void> {
    if (this.pending || !this.expected) return
    this.pending = move
    try {
      const { at } = this
      const told = await post<LessonAnswer>(`/lessons/${this.game}`, { at, move })
      if (this.at !== at) return
      if (told.expected) this.next()
      else this.object(told)
    } catch (caught) {
      ;[this.answer, this.clause] = [wordsOf(caught), '']
    } finally {
      this.pending = null
    }
  }

  private object(told: LessonAnswer): void {
    this.answer = told.allowed
      ? t('learn.not_that', { move: this.task })
      : t('learn.refused', { why: this.words.refusal(told) })
    this.clause = told.clause
  }
}
