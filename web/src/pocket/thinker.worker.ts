/* The worker in which bots think: the same package, asked by the same messages as a worker process. */

import { python } from './python'

type Mind = (data: Uint8Array) => Uint8Array

const waiting: Uint8Array[] = []
let mind: Mind | null = null

function think(data: Uint8Array): void {
  postMessage(mind?.(data))
}

onmessage = (event: MessageEvent<Uint8Array>) => (mind ? think(event.data) : waiting.push(event.data))

const loaded = await python(() => undefined, true)
mind = loaded.pyimport('ludotheque.pocket.page').mind() as Mind
postMessage('ready')
waiting.forEach(think)
