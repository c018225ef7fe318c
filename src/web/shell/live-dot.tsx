import { useEffect, useState } from 'react'
import { useLiveState } from '#kit/web/live/use-topic.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import classes from './header.module.css'

const TIMEOUT_MS = 5_000

/**
 * Whether the page receives changes live, as a dot and a word. While the first connection is opened its place is
 * reserved: a longer word there would push the search box aside and back.
 */
export function LiveDot() {
  const t = useText()
  const state = useLiveState()
  const [known, setKnown] = useState(state === 'open')
  useEffect(() => {
    if (state === 'open') return setKnown(true)
    const timer = setTimeout(() => setKnown(true), TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [state])
  const said = known ? state : 'open'
  return (
    <span className={classes.live} data-state={said} data-coming={!known || undefined} role="status">
      {t(`shell.live.${said}`)}
    </span>
  )
}
