import classes from './account-page.module.css'
import { useText } from './text.ts'

/** Says what it means that more seats are taken than the plan has room for; nothing while there is room. */
export function OverLimit({ limit, used = 0 }: { limit: number | null; used: number | undefined }) {
  const t = useText()
  return (
    <p role="status" className={classes.over}>
      {limit !== null && limit < used && t('plan.over', { count: used - limit })}
    </p>
  )
}
