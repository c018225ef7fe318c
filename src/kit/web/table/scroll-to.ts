import { elementScroll, type Virtualizer } from '@tanstack/react-virtual'

const begunScrolls = new WeakSet<Element>()

/**
 * Scrolls a virtual list. The library also scrolls at the start, to the current position: that would make the browser
 * lay out the whole page before anything of it may be painted.
 */
export function scrollTo<Scroller extends Element>(
  offset: number,
  options: { adjustments?: number; behavior?: ScrollBehavior },
  virtual: Virtualizer<Scroller, Element>,
): void {
  const { scrollElement } = virtual
  if (scrollElement && !begunScrolls.has(scrollElement)) {
    begunScrolls.add(scrollElement)
    if (offset === 0) return
  }
  elementScroll(offset, options, virtual)
}
