import { type ReactNode, useRef, useState } from 'react'
import { useText } from '../text/kit-text.ts'
import { useIsMobile } from '../use-phone.ts'
import classes from './split-view.module.css'

const LEAST = 420

/**
 * One frame with the list left, the detail right, and a grip between: at least 420 px, at most 60 % for the detail
 * unless it is the main part. Without a detail the list takes the whole frame; on a phone the detail replaces it.
 */
export function SplitView(props: {
  name: string
  list: ReactNode
  detail: ReactNode | null
  /** The detail is the main part, the list a way to it: at first it has two thirds, at most 70 %. */
  main?: boolean
}) {
  const { name, list, detail, main = false } = props
  const most = main ? 0.7 : 0.6
  const t = useText()
  const phone = useIsMobile()
  const frame = useRef<HTMLDivElement>(null)
  const key = `split:${name}`
  const [width, setWidth] = useState(() => Number(localStorage.getItem(key)) || (main ? 760 : 500))
  if (phone && detail) return <div className={classes.alone}>{detail}</div>
  const resize = (wantedWidth: number) => {
    const available = frame.current?.clientWidth ?? 1200
    const next = Math.round(Math.min(Math.max(wantedWidth, LEAST), available * most))
    localStorage.setItem(key, String(next))
    setWidth(next)
  }
  return (
    <div ref={frame} className={classes.frame}>
      <div className={classes.list}>{list}</div>
      {detail && (
        <>
          <hr
            className={classes.grip}
            aria-orientation="vertical"
            aria-label={t('grid.resize')}
            aria-valuemin={LEAST}
            aria-valuemax={Math.round((frame.current?.clientWidth ?? 1200) * most)}
            aria-valuenow={width}
            tabIndex={0}
            onKeyDown={(event) => {
              if (event.key === 'ArrowLeft') resize(width + 24)
              if (event.key === 'ArrowRight') resize(width - 24)
            }}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (event.buttons !== 1 || !frame.current) return
              resize(frame.current.getBoundingClientRect().right - event.clientX)
            }}
          />
          <section className={classes.detail} data-main={main || undefined} style={{ width }}>
            {detail}
          </section>
        </>
      )}
    </div>
  )
}
