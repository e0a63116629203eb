// How a board lies in its table as it is now, called in the page: what has too little room, is cut off or covers something.
// `ground` is what everybody plays on, `parts` lie beside each other; where letters are large the board may be scrolled.
({ ground, parts, large }) => {
  const faults = new Set()
  const stage = document.querySelector('.stage')
  stage.scrollTo(0, 0)
  const board = document.querySelector('.board')
  const box = (one) => one.getBoundingClientRect()
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && box(one).width > 1
  const all = (selector, inside = document) => [...inside.querySelectorAll(selector)].filter(seen)
  const name = (one) => `${one.tagName.toLowerCase()}.${[...one.classList].filter((part) => !part.startsWith('svelte')).join('.')}`
  const words = (one) => `${name(one)} "${one.textContent.trim().replace(/\s+/g, ' ').slice(0, 40)}"`
  const shared = (a, b, from, to) => Math.min(a[to], b[to]) - Math.max(a[from], b[from])
  const over = (a, b, by = 1.5) => shared(a, b, 'left', 'right') > by && shared(a, b, 'top', 'bottom') > by

  // It has most of the room there is, and is seen whole; with large letters one scrolls down, never aside.
  const whole = box(document.querySelector(ground))
  const share = Math.max(whole.width / stage.clientWidth, whole.height / stage.clientHeight)
  if (share < 0.55) faults.add(`what everybody plays on has ${Math.round(share * 100)} % of the room`)
  if (!large && stage.scrollHeight > stage.clientHeight + 1) faults.add(`it is ${stage.scrollHeight} high in ${stage.clientHeight}`)
  if (stage.scrollWidth > stage.clientWidth + 1) faults.add(`it is ${stage.scrollWidth} wide in ${stage.clientWidth}`)

  // Parts lie beside each other, on the screen, and hold what is in them.
  const lying = all(`.told, .say, ${parts}`)
  const screen = { left: 0, top: 0, right: innerWidth, bottom: large ? Infinity : innerHeight }
  const out = (a, b, by) => Math.max(b.left - a.left, a.right - b.right, b.top - a.top, a.bottom - b.bottom) > by
  lying.forEach((part, at) => {
    if (out(box(part), screen, 1.5)) faults.add(`${name(part)} leaves the screen`)
    for (const other of lying.slice(at + 1))
      if (!part.contains(other) && !other.contains(part) && over(box(part), box(other))) faults.add(`${name(part)} lies over ${name(other)}`)
  })

  // Words can be read: no part of them is cut off by what they stand in, and none stand on others.
  const letters = ({ left, right, top, bottom, height }) => ({ left, right, top: top + height * 0.22, bottom: bottom - height * 0.22 })
  const texts = []
  const walk = document.createTreeWalker(document.querySelector('.table'), NodeFilter.SHOW_TEXT)
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const one = node.parentElement
    if (!node.data.trim() || !seen(one) || one.closest('svg, .unseen, .sheet, [inert], .ending')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const line of range.getClientRects()) if (line.width > 2) texts.push([one, letters(line)])
  }
  for (const [one, rect] of texts) {
    for (let around = one; around && around !== stage.parentElement; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (around === stage || style.position === 'fixed') break
      if (style.overflowX === 'visible' && style.overflowY === 'visible') continue
      if (out(rect, box(around), 2.5)) faults.add(`${words(one)} is cut off by ${name(around)}`)
    }
    if (out(rect, screen, 1) && !(stage.contains(one) && large)) faults.add(`${words(one)} leaves the screen`)
  }
  const apart = texts.filter(([one]) => !one.closest(ground) || ground === '.board')
  apart.forEach(([one, a], at) => {
    for (const [other, b] of apart.slice(at + 1))
      if (one !== other && stage.contains(one) === stage.contains(other) && !one.contains(other) && !other.contains(one) && over(a, b, 3)) faults.add(`${words(one)} lies on ${words(other)}`)
  })

  // What somebody has is inside their chip.
  for (const chip of all('.chip', board))
    for (const thing of chip.querySelectorAll('*'))
      if (seen(thing) && !thing.matches('.unseen, .over') && !thing.closest('svg svg, svg *') && out(box(thing), box(chip), 7))
        faults.add(`${name(thing)} leaves the chip of ${chip.getAttribute('aria-label')}`)
  return [...faults]
}
