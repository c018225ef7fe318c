import { useEffect, useState } from 'react'

/** The height of a grid's row in pixels, from the current density (unless `fixed`, in rem) and text size. */
export function useRowHeight(fixed?: number): number {
  const [height, setHeight] = useState(() => measure(fixed))
  useEffect(() => {
    setHeight(measure(fixed))
    const observer = new MutationObserver(() => setHeight(measure(fixed)))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density', 'data-text'] })
    return () => observer.disconnect()
  }, [fixed])
  return height
}

function measure(fixed: number | undefined): number {
  const style = getComputedStyle(document.documentElement)
  const rem = Number.parseFloat(style.fontSize) || 16
  return Math.round((fixed ?? (Number.parseFloat(style.getPropertyValue('--row')) || 2.5)) * rem)
}
