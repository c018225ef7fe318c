import classes from './attempts.module.css'

const MOST_BARS = 8

/** The attempts of a message as bars, the last ones of many: failed ones red, the one that succeeded green. */
export function AttemptBars(props: { count: number; succeeded: boolean; label: string }) {
  const { count, succeeded: hasSucceeded, label } = props
  const first = Math.max(1, count - MOST_BARS + 1)
  const shownAttempts = Array.from({ length: count - first + 1 }, (_, index) => first + index)
  return (
    <span className={classes.bars} role="img" aria-label={label} title={label}>
      {first > 1 && <span className={classes.more}>+{first - 1}</span>}
      {shownAttempts.map((attempt) => (
        <i key={attempt} data-ok={(hasSucceeded && attempt === count) || undefined} />
      ))}
    </span>
  )
}
