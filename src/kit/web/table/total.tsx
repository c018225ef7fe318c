import classes from './filter.module.css'

/** The number of rows of a list: with thousands separators, and `10,000+` when there are more than are counted. */
export function Total({
  list,
  words,
}: {
  list: { total: number | undefined; capped: boolean }
  words: (count: string) => string
}) {
  if (list.total === undefined) return null
  // Without `Intl`: the first formatter of a page costs more than the rest of the list.
  const count = String(list.total).replace(/\B(?=(\d{3})+$)/g, ',')
  return <span className={classes.total}>{words(`${count}${list.capped ? '+' : ''}`)}</span>
}
