import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const SRC = join(__dirname, '../src')

it('README.md names every file and folder of src/, and none that is not there', () => {
  const text = readFileSync(join(__dirname, '../README.md'), 'utf8')
  const named = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map((found) => found[1])
  const there = readdirSync(SRC, { withFileTypes: true }).map((entry) => entry.name + (entry.isDirectory() ? '/' : ''))
  expect(named.sort()).toEqual(there.sort())
})

it('boards/README.md names every file beside the folders', () => {
  const text = readFileSync(join(SRC, 'boards/README.md'), 'utf8')
  const files = readdirSync(join(SRC, 'boards'), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => entry.name)
  expect(files.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
