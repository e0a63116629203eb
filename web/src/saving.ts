/* Something that the house answers, as a file of one's own. */

import { get } from './api'

export async function saveAs(path: string, name: string): Promise<void> {
  saveFile(await get<unknown>(path), name)
}

export function saveFile(data: unknown, name: string): void {
  const address = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
