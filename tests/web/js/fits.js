// What does not fit on a page as it is now; called in the page with the least size of a target.
(least) => {
  const faults = new Set()
  const classes = (one) => [...one.classList].filter((part) => !part.startsWith('svelte')).join('.')
  const words = (one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40)
  const name = (one) => `${one.tagName.toLowerCase()}.${classes(one)} "${words(one)}"`
  const page = document.scrollingElement
  if (page.scrollWidth > innerWidth) faults.add(`the page is ${page.scrollWidth} wide`)
  for (const one of document.querySelectorAll('body *')) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowX)
    if (scrolls && one.clientWidth && one.scrollWidth > one.clientWidth + 1) {
      faults.add(`${name(one)} scrolls sideways: ${one.scrollWidth} in ${one.clientWidth}`)
    }
  }
  // A veil is a convenience, the tiles and pawns of a map have equals in the rows below it, a chart's strips are no controls.
  const aside = (one) => one.closest('[aria-hidden=true], [inert]') || one.matches('.veil, .map .pawn, [tabindex="-1"]')
  // What a finger meets: the label of a field that is not seen itself, the whole strip of a slider.
  const touched = (one) => (one.matches('input.unseen') ? one.closest('label') : one.matches('[type=range]') ? one.parentElement : one)
  const inText = (one) => one.matches('p a') && getComputedStyle(one).display === 'inline'
  const dialog = [...document.querySelectorAll('[aria-modal=true], [role=dialog], .sheet:not(.wide)')].pop() ?? document
  for (const control of dialog.querySelectorAll('button, a[href], input, select, textarea')) {
    const one = touched(control)
    if (aside(control) || inText(one) || !one.checkVisibility({ visibilityProperty: true })) continue
    one.scrollIntoView({ block: 'center', inline: 'center' })
    const box = one.getBoundingClientRect()
    const middle = [box.left + box.width / 2, box.top + box.height / 2]
    const top = document.elementFromPoint(...middle)
    if (box.width < least || box.height < least) faults.add(`${name(one)} is ${box.width.toFixed(1)} by ${box.height.toFixed(1)}`)
    const [left, right] = [middle[0] - one.offsetWidth / 2, middle[0] + one.offsetWidth / 2] // a card that leans may lean out
    if (left < -1 || right > innerWidth + 1) faults.add(`${name(one)} leaves the screen: ${left.toFixed()} to ${right.toFixed()}`)
    if (!top) faults.add(`${name(one)} cannot be brought to sight`)
    else if (!one.contains(top)) faults.add(`${name(one)} is covered by ${name(top)}`)
  }
  return [...faults]
}
