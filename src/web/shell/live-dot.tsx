import { useLiveState } from '#kit/web/live/use-topic.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import classes from './header.module.css'

/** Whether the page hears of changes as they happen, as a dot and a word. */
export function LiveDot() {
  const t = useText()
  const state = useLiveState()
  return (
    <span className={classes.live} data-state={state} role="status">
      {t(`shell.live.${state}`)}
    </span>
  )
}
