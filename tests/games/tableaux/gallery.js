// What is cut off, covered or too small on the board as it is now; called in the page. With large letters it may be scrolled.
(large) => {
  const faults = []
  const board = document.querySelector('.board')
  const stage = document.querySelector('.stage')
  const whole = board.getBoundingClientRect()
  const seen = (one) => one.checkVisibility() && one.getBoundingClientRect().width > 0
  const all = (selector, inside = board) => [...inside.querySelectorAll(selector)].filter(seen)
  const name = (one) => `${one.className.replace(/ ?svelte-\w+/g, '')} ${one.dataset.seat ?? ''}`.trim()
  const box = (one) => one.getBoundingClientRect()
  const out = (inner, outer, by) =>
    Math.max(outer.left - inner.left, inner.right - outer.right, outer.top - inner.top, inner.bottom - outer.bottom) > by
  const over = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5

  // the board takes the room there is, and is seen whole
  if (Math.max(whole.width / innerWidth, Math.min(whole.height, stage.clientHeight) / innerHeight) < 0.55) faults.push('the board is small')
  if (stage.scrollWidth > stage.clientWidth + 1) faults.push('the board is wider than its stage')
  if (!large && stage.scrollHeight > stage.clientHeight + 1)
    faults.push(`the board is scrolled: ${stage.scrollHeight} in ${stage.clientHeight}`)

  // parts lie beside each other, and what belongs to one lies in it
  const parts = all('.other, .piles, .trophies, .gauge, .own, .say, .hand')
  parts.forEach((part, n) => {
    if (out(box(part), whole, 1.5)) faults.push(`${name(part)} leaves the board`)
    for (const other of parts.slice(n + 1)) if (over(box(part), box(other))) faults.push(`${name(part)} lies on ${name(other)}`)
    for (const thing of all('.place, .wait, .trick, .heap, .held, .cartel, .title, .plaque, .name, .kind, .label', part))
      if (out(box(thing), box(part), 4)) faults.push(`${name(thing)} leaves ${name(part)}`)
    const groups = ['.trick', '.who, .strip, .kind, .won', '.frames .row, .cartel', '.title, .wall', '.heap']
    for (const group of groups.map((selector) => all(selector, part)))
      group.forEach((one, at) => {
        for (const two of group.slice(at + 1))
          if (!one.contains(two) && over(box(one), box(two))) faults.push(`${name(one)} lies on ${name(two)} in ${name(part)}`)
      })
  })

  // all that was won by my team hangs there, every card of the hand is seen, and others' cards can be told apart
  const points = all('.trophies .trick .worth').reduce((sum, one) => sum + Number(one.textContent), 0)
  if (points !== parseInt(document.querySelector('.trophies .plaque').textContent)) faults.push(`${points} points hang on my wall`)
  for (const card of all('.held')) if (box(card).width < 43.5) faults.push(`a card of the hand is ${box(card).width.toFixed()} wide`)
  const least = Math.min(...all('.other .place').map((one) => box(one).width))
  if (least < (innerWidth < 360 ? 20 : 28)) faults.push(`others' cards are ${least.toFixed(1)} wide`)
  for (const text of all('.sentence p, .gauge p, .cartel, .title b, .label, .plaque'))
    if (text.scrollWidth > text.clientWidth + 2 && getComputedStyle(text).display !== 'inline') faults.push(`${name(text)} is cut: ${text.textContent}`)
  return faults
}
