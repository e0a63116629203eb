/* Small sounds made on the spot: wood, card and a bell. Off unless somebody wants them. */

import { house } from '../house.svelte'

let context: AudioContext | null = null

function knock(at: number, pitch: number, length: number, loud: number, shape: OscillatorType = 'triangle'): void {
  if (!context) return
  const tone = context.createOscillator()
  const level = context.createGain()
  tone.type = shape
  tone.frequency.setValueAtTime(pitch, at)
  tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + length)
  level.gain.setValueAtTime(loud, at)
  level.gain.exponentialRampToValueAtTime(0.001, at + length)
  tone.connect(level).connect(context.destination)
  tone.start(at)
  tone.stop(at + length)
}

export function sound(kind: 'move' | 'turn' | 'no' | 'end'): void {
  if (!house.sounds) return
  context ??= new AudioContext()
  const now = context.currentTime
  if (kind === 'move') knock(now, 320, 0.08, 0.12)
  if (kind === 'turn') [660, 880].forEach((pitch, n) => knock(now + n * 0.11, pitch, 0.2, 0.09, 'sine'))
  if (kind === 'no') knock(now, 140, 0.16, 0.14, 'square')
  if (kind === 'end') [523, 659, 784, 1047].forEach((pitch, n) => knock(now + n * 0.13, pitch, 0.4, 0.09, 'sine'))
}
