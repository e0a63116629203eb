/* Words in one language: the same catalogues as the terminal's, filled in by the same rules. No drawing, no network. */

export type Args = Record<string, string | number>
export type Entry = string | Record<string, string>
export type Catalogue = Record<string, Entry>

/** A code with arguments, as refusals and log lines come from the server. */
export interface Coded {
  code: string
  args?: Args
}

/** How a board calls a numbered place, where a bare number would tell nobody where to look. */
export type Naming = (name: string, value: number, words: Words) => string | null

const HOLE = /(\bde )?\{(\w+)(?::(\w+))?\}/g
const VOWEL = /^[aeiouyàâæéèêëîïôœûü]/i

/** Arguments of a line that name whose things something was done to. */
const OWNERS = ['owner', 'on']

export class Words {
  private plural: Intl.PluralRules

  constructor(
    readonly language: string,
    private catalogues: Catalogue[],
    private seats: string[] = [],
    private naming: Naming | null = null,
  ) {
    this.plural = new Intl.PluralRules(language)
  }

  /** The same words at a table where people have names. */
  at(seats: string[], ...more: Catalogue[]): Words {
    return new Words(this.language, [...more, ...this.catalogues], seats, this.naming)
  }

  /** The same words where numbered places have names. */
  calling(naming: Naming | null): Words {
    return naming ? new Words(this.language, this.catalogues, this.seats, naming) : this
  }

  has(key: string): boolean {
    return this.catalogues.some((words) => key in words)
  }

  /** The words of a code, filled in. A code without words is shown as it is: better odd than silent. */
  say(key: string, args: Args = {}): string {
    for (const words of this.catalogues) {
      const found = words[key]
      if (found === undefined) continue
      const text = typeof found === 'string' ? found : this.form(found, args)
      return text.replace(HOLE, (_, de: string | undefined, name: string, kind?: string) =>
        this.of(de, this.fill(args, name, kind)),
      )
    }
    return key
  }

  private form(forms: Record<string, string>, args: Args): string {
    const count = Number(args.count ?? 0)
    return (count === 0 ? forms.zero : undefined) ?? forms[this.plural.select(count)] ?? forms.other ?? ''
  }

  /** French drops the vowel of "de" before another one. */
  private of(de: string | undefined, word: string): string {
    return de && this.language === 'fr' && VOWEL.test(word) ? `d’${word}` : (de ?? '') + word
  }

  private fill(args: Args, name: string, kind?: string): string {
    const value = args[name]
    if (value === undefined) return ''
    if (kind === undefined) return String(value)
    if (kind === 'number') return this.naming?.(name, Number(value), this) ?? String(Number(value) + 1)
    if (kind === 'seat') return this.seat(Number(value))
    return this.say(`${kind}.${value}`)
  }

  /** A share of a hundred, as it is printed in this language: "46%", « 46 % ». */
  percent(share: number, digits = 0): string {
    const shape = { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits } as const
    return new Intl.NumberFormat(this.language, shape).format(share).replace(/\s/, '\u00a0')
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.language).format(value)
  }

  seat(seat: number): string {
    return this.seats[seat] || this.say('seat', { seat })
  }

  /** Several names as one speaks: "Anna, Malik and Zoé". */
  list(names: string[]): string {
    return new Intl.ListFormat(this.language, { type: 'conjunction' }).format(names)
  }

  /** Something and what belongs to it, with the colon of the language. */
  pair(what: string, more: string): string {
    return this.say('pair', { what, more })
  }

  /** One thing after the other, with the commas of the language; what is not there is left out. */
  row(...parts: (string | false | null | undefined)[]): string {
    const said = parts.filter((part): part is string => !!part)
    return said.reduce((what, more) => this.say('row', { what, more }), said.shift() ?? '')
  }

  refusal(refused: Coded): string {
    const key = this.has(`refuse.${refused.code}`) ? `refuse.${refused.code}` : `fault.${refused.code}`
    return this.has(key) ? this.say(key, refused.args) : this.say('error.unknown', { code: refused.code })
  }

  /** What a seat is doing, said to whoever looks as `me`: to that seat itself (`.you`) where there are words for it. */
  doing(key: string, args: Args & { seat: number }, me: number | null): string {
    const toThem = args.seat === me && this.has(`${key}.you`)
    return this.say(toThem ? `${key}.you` : key, args)
  }

  /** A line of the log: to who did it, to whose things it was done, to others. */
  line(line: Coded, me: number | null = null): string {
    return this.say(this.to('log', line, me) ?? `log.${line.code}`, line.args)
  }

  /** The key of what is said to somebody: to who did it (`.you`), to whose things it was done (`.yours`), to others. */
  private to(kind: string, { code, args = {} }: Coded, me: number | null): string | undefined {
    const mine = me !== null && OWNERS.some((name) => args[name] === me)
    const form = me !== null && args.seat === me ? '.you' : mine ? '.yours' : ''
    return [`${kind}.${code}${form}`, `${kind}.${code}`].find((known) => this.has(known))
  }

  /**
   * What just happened, as one tells it: to who did it (`.you`), to whose things it was done (`.yours`), to others.
   * `piece` is the piece of the first event that names one; words that need one are not used without it.
   */
  told(line: Coded, me: number | null, piece: string | null = null): string {
    const args: Args = piece === null ? { ...line.args } : { ...line.args, piece }
    const key = this.to('told', line, me)
    if (key === undefined || (!('piece' in args) && this.names(key, 'piece'))) return this.line(line, me)
    return this.say(key, args)
  }

  /** Whether the words of a key have a place for this. */
  names(key: string, hole: string): boolean {
    const found = this.catalogues.find((words) => key in words)?.[key]
    return JSON.stringify(found ?? '').includes(`{${hole}`)
  }

  /** What was seen earlier. */
  seen(seen: Coded): string {
    return this.say(`seen.${seen.code}`, seen.args)
  }

  /** Why a move. */
  why(reason: Coded): string {
    return this.say(`why.${reason.code}`, reason.args)
  }

  /** What a move would do; to whose own things it is done has words of its own where a game has them (`.yours`). */
  move(move: Record<string, unknown>, me: number | null = null): string {
    const { type, ...args } = move
    const named = `move.${String(type)}.${Object.keys(args).join('.')}`
    const key = this.has(named) ? named : `move.${String(type)}`
    const mine = me !== null && [...OWNERS, 'seat'].some((name) => args[name] === me)
    return this.say(mine && this.has(`${key}.yours`) ? `${key}.yours` : key, args as Args)
  }
}
