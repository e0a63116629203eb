/* Something that the house answers, as a file of one's own. */

import { get } from './api'

export async function saveAs(path: string, name: string): Promise<void> {
  const data = await get<unknown>(path)
  const address = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: 'application/json' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 1000)
}
