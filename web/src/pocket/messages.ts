/* What pages and the worker that holds the house say to each other. `line` is one page's place at one table. */

export type Request =
  | { kind: 'ask'; id: number; method: string; path: string; body: string }
  | { kind: 'sit'; line: number; table: string }
  | { kind: 'say'; line: number; text: string }
  | { kind: 'leave'; line: number }

export type Reply =
  | { kind: 'answer'; id: number; status: number; text: string }
  | { kind: 'told'; line: number; text: string }
  | { kind: 'closed'; line: number }

/** From a page, by its name, to the house. */
export interface Letter {
  from: string
  request: Request
}

/** From the worker: something for a page, how far the house has come, and what all pages should know. */
export type News =
  | { kind: 'reply'; to: string; reply: Reply }
  | { kind: 'alive' }
  | { kind: 'coming'; done: number; total: number }
  | { kind: 'open' }
  | { kind: 'broken'; why: string }
  | { kind: 'room'; left: boolean }
  | { kind: 'taken' }

/** What a worker has as long as it lives: whoever gets it after the worker knows that it has gone. */
export const lifeline = (house: string) => `${house} alive`
