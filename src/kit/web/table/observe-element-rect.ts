import type { Virtualizer } from '@tanstack/react-virtual'

type Listener = (rect: { width: number; height: number }) => void

/**
 * Reports the size of a virtual list's scroller whenever it changes, the first time once the browser has laid it out.
 * The library's own function reads it at once, which makes the browser lay out the page without its rows and then once
 * more.
 */
export function observeElementRect(
  virtual: Virtualizer<HTMLTableElement, Element>,
  onMove: Listener,
): (() => void) | undefined {
  const element = virtual.scrollElement
  if (!element) return undefined
  const observer = new ResizeObserver(() => onMove({ width: element.offsetWidth, height: element.offsetHeight }))
  observer.observe(element, { box: 'border-box' })
  return () => observer.disconnect()
}
