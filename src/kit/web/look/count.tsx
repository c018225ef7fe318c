import classes from './count.module.css'

/** A small count beside a tab or a rail row; red only while an outage is live. */
export function Count({ value, tone }: { value: number | string; tone?: 'red' | 'plain' | undefined }) {
  return (
    <span className={classes.count} data-tone={tone}>
      {value}
    </span>
  )
}
