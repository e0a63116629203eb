/* Asking the house. An answer that is not 2xx becomes a Problem with a code that has words. */

import { reach } from './reach'

export class Trouble extends Error {
  constructor(
    readonly code: string,
    readonly args: Record<string, string | number> = {},
    readonly clause = 'house',
    readonly status = 0,
  ) {
    super(code)
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: { status: number; text: string }
  try {
    answer = await reach.ask(method, path, body === undefined ? undefined : JSON.stringify(body))
  } catch {
    throw new Trouble('unreachable')
  }
  const { status, text } = answer
  let data: unknown = null
  try {
    data = text ? JSON.parse(text) : null
  } catch {
    throw new Trouble('unreachable', {}, 'house', status)
  }
  if (status >= 200 && status < 300) return data as T
  const problem = data as { code?: string; args?: Record<string, string | number>; clause?: string } | null
  const unknown = status === 404 ? 'not_found' : status >= 500 ? 'unreachable' : 'unknown'
  throw new Trouble(problem?.code ?? unknown, problem?.args ?? {}, problem?.clause ?? 'house', status)
}

export const get = <T>(path: string) => ask<T>('GET', path)
export const post = <T>(path: string, body: unknown = {}) => ask<T>('POST', path, body)

/** A random id that also works on plain HTTP, where there is no `randomUUID`. */
export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(9)), (byte) => byte.toString(36).padStart(2, '0')).join('')
}
