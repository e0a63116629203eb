/* What one sees while the house comes onto this device, and once it is there. */

import { notice } from './notice'
import { words } from './words'

/** How much of the house has come, in bytes. */
export function coming(done: number, total: number): void {
  const place = document.getElementById('opening')
  if (!place) return
  let bar = place.querySelector('progress')
  if (!bar) {
    bar = document.createElement('progress')
    bar.setAttribute('aria-label', words['opening.coming'])
    place.append(bar, Object.assign(document.createElement('small'), { role: 'status' }))
  }
  bar.max = total
  bar.value = done
  const size = (bytes: number) => (bytes / 1e6).toFixed(1).replace('.', words['opening.point'])
  const told = done < total ? 'opening.coming' : 'opening.unpacking'
  const small = place.querySelector('small') as HTMLElement
  small.textContent = words[told].replace('{done}', size(done)).replace('{total}', size(total))
}

/** The house is there, or cannot be opened, and why. */
export function opened(why = ''): void {
  const place = document.getElementById('opening')
  place?.querySelector('progress')?.remove()
  const small = place?.querySelector('small')
  if (why && place) {
    const said = small ?? place.appendChild(document.createElement('small'))
    said.textContent = words['opening.broken'].replace('{why}', why)
  } else {
    small?.remove()
    notice('broken', Boolean(why), why)
  }
}
