/* What the whole page shares: language, day or night, sounds, the words, who I am and what the house offers. */

import { addressForOthers } from './address'
import { get, post, Trouble } from './api'
import { GUESTS } from './faces/faces'
import type { GameInfo, Guest, HouseInfo, Me, Texts } from './protocol'
import { Words, type Catalogue } from './words'

export type Language = 'fr' | 'en'
export type Theme = 'day' | 'night'

const OWN: Record<Language, () => Promise<{ default: Catalogue }>> = {
  fr: () => import('./texts/fr.json'),
  en: () => import('./texts/en.json'),
}

function kept<T extends string>(key: string, allowed: readonly T[]): T | null {
  try {
    const value = localStorage.getItem(key)
    return allowed.includes(value as T) ? (value as T) : null
  } catch {
    return null
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    /* A browser that keeps nothing still plays. */
  }
}

/** The figure of whoever has not chosen one: any, but always the same on this device. */
function anyFigure(): string {
  const figures = Object.keys(GUESTS)
  const figure = kept('figure', figures) ?? figures[Math.floor(Math.random() * figures.length)] ?? 'owl'
  keep('figure', figure)
  return figure
}

const dark = matchMedia('(prefers-color-scheme: dark)')

class House {
  language = $state<Language>(
    kept('language', ['fr', 'en']) ?? (navigator.language.toLowerCase().startsWith('fr') ? 'fr' : 'en'),
  )
  theme = $state<Theme>(kept('theme', ['day', 'night']) ?? (dark.matches ? 'night' : 'day'))
  sounds = $state(kept('sounds', ['on', 'off']) === 'on')
  /** Whether a phone shakes and a notification comes when it is one's turn. */
  calls = $state(kept('calls', ['on', 'off']) === 'on')
  words = $state.raw(new Words('fr', []))
  games = $state.raw<Record<string, Catalogue>>({})
  info = $state.raw<HouseInfo | null>(null)
  guest = $state.raw<Guest | null>(null)
  ready = $state(false)
  readonly figure = anyFigure()
  /** Who they are was asked, and put off. */
  private later = $state(kept('later', ['yes']) !== null)
  /** Whether the drawings of the shelf are wanted: a table in play does without them. */
  drawings = $state(false)
  /** The server cannot be reached; the page says so and comes back by itself. */
  lost = $state(false)

  constructor() {
    this.paint()
    dark.addEventListener('change', () => {
      if (kept('theme', ['day', 'night']) === null) this.setTheme(dark.matches ? 'night' : 'day', false)
    })
  }

  /** Fetch what every page needs. Tries again, ever more slowly, while the server is away. */
  async open(): Promise<void> {
    for (let wait = 1000; ; wait = Math.min(wait * 1.6, 15000)) {
      try {
        const [info, me] = await Promise.all([get<HouseInfo>('/house'), get<Me>('/me'), this.speak()])
        this.info = info
        this.guest = me.guest
        this.lost = false
        this.ready = true
        return
      } catch (trouble) {
        if (!(trouble instanceof Trouble)) throw trouble
        this.lost = true
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  /** Ask again what the house offers: something in it has changed. */
  async look(): Promise<void> {
    this.info = await get<HouseInfo>('/house').catch(() => this.info)
  }

  private async speak(): Promise<void> {
    const language = this.language
    const coming = get<Texts>(`/texts/${language}`)
    const own = await OWN[language]()
    if (this.lost || !this.ready) this.words = new Words(language, [own.default])
    const texts = await coming
    if (language !== this.language) return
    this.games = texts.games as Record<string, Catalogue>
    this.words = new Words(language, [own.default, texts.common as Catalogue])
    document.documentElement.lang = language
  }

  async setLanguage(language: Language): Promise<void> {
    this.language = language
    keep('language', language)
    await this.speak()
  }

  setTheme(theme: Theme, remember = true): void {
    this.theme = theme
    if (remember) keep('theme', theme)
    this.paint()
  }

  setSounds(on: boolean): void {
    this.sounds = on
    keep('sounds', on ? 'on' : 'off')
  }

  setCalls(on: boolean): void {
    this.calls = on
    keep('calls', on ? 'on' : 'off')
  }

  private paint(): void {
    document.documentElement.dataset.theme = this.theme
  }

  /** Whether somebody has come in who was never asked who they are. */
  get stranger(): boolean {
    return this.guest === null && !this.later
  }

  /** They are asked no more; who sits down without a name is called as their figure is. */
  putOff(): void {
    this.later = true
    keep('later', 'yes')
  }

  /** Be somebody: a guest gets a secret cookie with the first name they give. */
  async enter(name = '', picture = ''): Promise<Guest> {
    if (this.guest && !name && !picture) return this.guest
    const chosen = name || this.guest?.name || this.words.say(`face.${this.figure}`)
    const me = await post<Me>('/me', { name: chosen, picture: picture || this.guest?.picture || this.figure })
    this.guest = me.guest
    return me.guest as Guest
  }

  /** Nobody can come but those at this device: the house is in this very page. */
  get alone(): boolean {
    return this.info?.alone ?? false
  }

  /** The address of this house for other devices; nothing if none can come. */
  get address(): string {
    return this.info && !this.alone ? addressForOthers(this.info, location) : ''
  }

  /** What this house is called: its own name, or that of every house. */
  get called(): string {
    if (this.alone) return this.words.say('shelf.pocket')
    return this.info?.name || this.words.say('house.name')
  }

  /** Which house one is in, where there may be more than one: in a pocket, in one with a name or a pocket to take. */
  get where(): string {
    if (this.alone) return this.words.say('where.pocket')
    if (!this.info?.name && !this.info?.pocket) return ''
    return this.words.say('where.house', { name: this.info.name || location.host })
  }

  /** The house from which this pocket was taken, if there is one at the same address. */
  get takenFrom(): string {
    try {
      return this.alone ? (localStorage.getItem('taken from') ?? '') : ''
    } catch {
      return ''
    }
  }

  /** What the house says of a box; nothing for a game that it does not have. */
  box(game: string): GameInfo | undefined {
    return this.info?.games.find((box) => box.slug === game)
  }

  /** The words of one game, before those of the house. */
  of(game: string): Words {
    return this.words.at([], this.games[game] ?? {})
  }
}

export const house = new House()

/** The words of a code of the house. */
/** Something and what belongs to it: "Replay: this box". */
export const pair = (what: string, more: string) => house.words.pair(what, more)
/** One thing after the other: "this box, two players". */
export const row = (...parts: (string | false | null | undefined)[]) => house.words.row(...parts)
export const t = (key: string, args?: Record<string, string | number>) => house.words.say(key, args)

/** What went wrong, in words. */
export function wordsOf(trouble: unknown): string {
  if (trouble instanceof Trouble) {
    if (trouble.code === 'unreachable') return t('error.unreachable')
    return house.words.refusal({ code: trouble.code, args: trouble.args })
  }
  return t('error.unknown', { code: String(trouble) })
}
