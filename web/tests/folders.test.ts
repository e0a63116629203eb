/* One game, one folder: nothing else names a game, and what a folder draws can be drawn. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { boxDrawings, isDrawn, tintOf } from '../src/boards/boxes'
import houseDrawings from '../src/art/house.svg?raw'

const SRC = new URL('../src/', import.meta.url).pathname
const slugs = readdirSync(`${SRC}boards`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'generic')
  .map((entry) => entry.name)
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.(ts|svelte|css|svg|json)$/.test(name),
)

describe('the folder of a game', () => {
  it('is the only place that names it', () => {
    const named = sources
      .filter((name) => !slugs.some((slug) => name.startsWith(`boards/${slug}/`)))
      .flatMap((name) => {
        const text = readFileSync(SRC + name, 'utf8')
        return slugs.filter((slug) => new RegExp(`\\b${slug}\\b`, 'i').test(text)).map((slug) => `${name}: ${slug}`)
      })
    expect(named).toEqual([])
    expect(slugs.length).toBeGreaterThanOrEqual(5)
  })
  it('holds a box whose drawing uses nothing that is not there, under names of its own', () => {
    const sheet = boxDrawings() + houseDrawings
    const ids = [...sheet.matchAll(/\bid="([^"]+)"/g)].map((found) => found[1])
    expect(ids.length).toBe(new Set(ids).size)
    const used = [...sheet.matchAll(/(?:url\(|href=")#([^")]+)/g)].map((found) => found[1])
    expect(used.filter((id) => !ids.includes(id))).toEqual([])
    for (const slug of slugs.filter(isDrawn)) expect(ids).toContain(`box-${slug}`)
  })
  it('may be missing: the box is then of plain cardboard', () => {
    expect(isDrawn('chess')).toBe(false)
    expect(tintOf('chess').day).toMatch(/^#/)
  })
})
