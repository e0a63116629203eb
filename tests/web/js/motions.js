/* Everything that moves in the page is taken down: which properties its keyframes change. What a script animates goes by
   quickly, as nobody watches. */
;(() => {
  const own = ['offset', 'computedOffset', 'easing', 'composite']
  const known = new WeakSet()
  window.moved = {}
  const note = (animation) => {
    if (known.has(animation)) return
    known.add(animation)
    const { effect } = animation
    const on = `${effect.target.tagName.toLowerCase()}.${effect.target.getAttribute('class') ?? ''}${effect.pseudoElement ?? ''}`
    for (const frame of effect.getKeyframes())
      for (const property of Object.keys(frame))
        if (!own.includes(property))
          (window.moved[property] ??= []).push(`${on} (${animation.animationName ?? animation.constructor.name})`)
  }
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how)
    note(animation)
    animation.playbackRate = 6
    return animation
  }
  for (const kind of ['animationstart', 'transitionrun'])
    addEventListener(kind, () => document.getAnimations().forEach(note), true)
})()
