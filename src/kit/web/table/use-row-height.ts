import { useEffect, useState } from 'react'

/** The height of a grid's row in pixels, as density and text size of the moment make it. */
export function useRowHeight(): number {
  const [height, setHeight] = useState(measure)
  useEffect(() => {
    const observer = new MutationObserver(() => setHeight(measure()))
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-density', 'data-text'] })
    return () => observer.disconnect()
  }, [])
  return height
}

function measure(): number {
  const style = getComputedStyle(document.documentElement)
  const rem = Number.parseFloat(style.fontSize) || 16
  return Math.round((Number.parseFloat(style.getPropertyValue('--row')) || 2.5) * rem)
}
