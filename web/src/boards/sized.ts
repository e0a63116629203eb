/* How large an element is, told when it is laid out: asking while the page is built would lay it out once more. */

/** An attachment: says the size of an element, now and whenever it changes, in whole pixels. */
export const sized = (tell: (width: number, height: number) => void) => (element: Element) => {
  const watch = new ResizeObserver(([entry]) => {
    if (entry) tell(Math.round(entry.contentRect.width), Math.round(entry.contentRect.height))
  })
  watch.observe(element)
  return () => watch.disconnect()
}
