import classes from './filter.module.css'

/** How many rows a list has: with thousands separated, and `10,000+` when it is more than is counted. */
export function Total({
  list,
  words,
}: {
  list: { total: number | undefined; capped: boolean }
  words: (count: string) => string
}) {
  if (list.total === undefined) return null
  return (
    <span className={classes.total}>{words(`${list.total.toLocaleString('en-GB')}${list.capped ? '+' : ''}`)}</span>
  )
}
