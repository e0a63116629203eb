/* Things that travel: an element starts where another lies and comes to its own place. With reduced motion it is
   simply there. */

const SLOW = 420
const EASE = 'cubic-bezier(0.2, 0.8, 0.2, 1)'

export function travel(thing: Element | null | undefined, from: Element | null | undefined): void {
  if (!thing || !from || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const [here, there] = [thing.getBoundingClientRect(), from.getBoundingClientRect()]
  if (!here.width || !there.width) return
  const start = `translate(${there.left - here.left}px, ${there.top - here.top}px) scale(${there.width / here.width})`
  thing.animate(
    [
      { transform: start, transformOrigin: '0 0', zIndex: 9 },
      { transform: 'none', transformOrigin: '0 0', zIndex: 9 },
    ],
    { duration: SLOW, easing: EASE },
  )
}
