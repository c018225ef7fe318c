import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import classes from './editor-preview.module.css'

/** What is shown at a width of the screen, scaled to the width that the card has for it. */
export function PreviewFrame({ width, label, children }: { width: number; label: string; children: ReactNode }) {
  const frame = useRef<HTMLDivElement>(null)
  const screen = useRef<HTMLDivElement>(null)
  const [{ scale, height }, setSize] = useState({ scale: 1, height: 0 })
  useLayoutEffect(() => {
    const measure = () => {
      const fits = Math.min(1, (frame.current?.clientWidth ?? width) / width)
      setSize({ scale: fits, height: (screen.current?.offsetHeight ?? 0) * fits })
    }
    const observer = new ResizeObserver(measure)
    for (const { current } of [frame, screen]) if (current) observer.observe(current)
    measure()
    return () => observer.disconnect()
  }, [width])
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.name}>{label}</figcaption>
      <div ref={frame} className={classes.frame} style={{ height, maxWidth: width }}>
        <div ref={screen} className={classes.screen} data-width={width} style={{ width, transform: `scale(${scale})` }}>
          {children}
        </div>
      </div>
    </figure>
  )
}
