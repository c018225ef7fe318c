import { useEffect, useState } from 'react'

/** The height of a grid's row in pixels, from the current density (unless `fixedRem`, in rem) and text size. */
export function useRowHeight(fixedRem?: number): number {
  const [height, setHeight] = useState(() => measure(fixedRem))
  useEffect(() => {
    setHeight(measure(fixedRem))
    const observer = new MutationObserver(() => setHeight(measure(fixedRem)))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density', 'data-text'] })
    return () => observer.disconnect()
  }, [fixedRem])
  return height
}

function measure(fixedRem: number | undefined): number {
  const style = getComputedStyle(document.documentElement)
  const rem = Number.parseFloat(style.fontSize) || 16
  return Math.round((fixedRem ?? (Number.parseFloat(style.getPropertyValue('--row')) || 2.5)) * rem)
}
