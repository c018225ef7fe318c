import classes from './bars.module.css'

const levels: Readonly<Record<string, number>> = { low: 1, medium: 2, high: 3, critical: 3 }

/** A priority as three bars, coloured from high on; `label` is its name for screen readers. */
export function PriorityBars({ priority, label }: { priority: string; label: string }) {
  const level = levels[priority.toLowerCase()] ?? 0
  return (
    <span className={classes.bars} data-priority={priority.toLowerCase()} role="img" aria-label={label} title={label}>
      {[1, 2, 3].map((bar) => (
        <i key={bar} data-on={bar <= level || undefined} />
      ))}
    </span>
  )
}
