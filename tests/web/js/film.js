/* Motion by the frame: everything that moves in the page stands still and is moved on by `film.advance`, so that a picture shows
   exactly that moment however busy the machine is. */
;(() => {
  const begun = new Map()
  let now = 0
  const take = (animation) => {
    if (begun.has(animation) || animation.playState === 'finished') return
    begun.set(animation, now)
    animation.pause()
    animation.currentTime = 0
  }
  const animate = Element.prototype.animate
  Element.prototype.animate = function (...how) {
    const animation = animate.apply(this, how)
    take(animation)
    return animation
  }
  const ends = (animation) => animation.effect.getComputedTiming().endTime
  window.film = {
    advance(ms) {
      now += ms
      document.getAnimations().forEach(take)
      for (const [animation, since] of begun) {
        if (!animation.effect?.target?.isConnected || animation.playState === 'idle') begun.delete(animation)
        else if (now - since < ends(animation)) animation.currentTime = now - since
        else {
          animation.finish()
          begun.delete(animation)
        }
      }
    },
    /** Whether something moves that will come to an end. */
    moving: () => [...begun.keys()].some((one) => one.effect?.target?.isConnected && ends(one) < Infinity),
  }
})()
