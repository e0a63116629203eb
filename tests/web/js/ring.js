// What is wrong with the ring of a lesson: it is round the thing to be touched, inside the page, seen, and nothing lies over it.
() => {
  const faults = []
  const box = (one) => one.getBoundingClientRect()
  const band = document.querySelector('.lead .ring .band')
  const marked = [...document.querySelectorAll('[data-tap]')].filter((one) => one.checkVisibility())
  const target = marked.find((one) => one.dataset.tap === 'first') ?? marked.at(-1)
  if (!band || !target) return ['there is no ring']
  const [ring, thing, stage] = [box(band), box(target), box(document.querySelector('.stage'))]
  const [x, y] = [(thing.left + thing.right) / 2, (thing.top + thing.bottom) / 2]
  if (ring.left < 0 || ring.top < 0 || ring.right > innerWidth || ring.bottom > innerHeight) faults.push('it leaves the page')
  if (ring.left > thing.left || ring.right < thing.right - 1 || ring.top > thing.top || ring.bottom < thing.bottom - 1)
    if (thing.left > 4 && thing.right < innerWidth - 4 && thing.bottom < innerHeight - 4) faults.push('it is not around it')
  if (y < stage.top || y > stage.bottom) faults.push('what it is around is out of sight')
  const top = document.elementFromPoint(x, y)
  if (!top || !(target.contains(top) || top.contains(target))) faults.push(`${top?.className} lies over what is to be touched`)
  if (parseFloat(getComputedStyle(band).borderTopWidth) < 4) faults.push('it is thin')
  const told = box(document.querySelector('.told'))
  if (told.bottom > thing.top && told.top < thing.bottom && told.right > thing.left && told.left < thing.right)
    faults.push('what is told lies over it')
  const finger = box(document.querySelector('.lead .finger'))
  if (finger.width < 20) faults.push('there is no finger')
  return faults
}
