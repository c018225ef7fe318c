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
  // By hand: the first formatter of a page costs more than the rest of the list.
  const count = String(list.total).replace(/\B(?=(\d{3})+$)/g, ',')
  return <span className={classes.total}>{words(`${count}${list.capped ? '+' : ''}`)}</span>
}
