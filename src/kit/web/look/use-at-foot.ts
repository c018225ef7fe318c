import { type RefObject, useEffect } from 'react'

const places = new Map<Element, number>()

/** Keeps toasts above an element at the foot of the page, whatever its height: it is never covered. */
export function useToastOffset(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const { current } = element
    if (!current) return
    const measure = () => {
      const { top, height } = current.getBoundingClientRect()
      places.set(current, height === 0 ? 0 : Math.max(0, innerHeight - top))
      show()
    }
    const observer = new ResizeObserver(measure)
    observer.observe(current)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
      places.delete(current)
      show()
    }
  }, [element])
}

function show(): void {
  document.documentElement.style.setProperty('--at-foot', `${Math.max(0, ...places.values())}px`)
}
