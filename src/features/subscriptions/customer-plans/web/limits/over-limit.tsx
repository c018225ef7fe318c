import { useSeatsText } from '../../texts.ts'
import classes from './limits.module.css'

/** Explains the effect of more seats taken than the plan allows; nothing while there are free seats. */
export function OverLimit({ limit, used = 0 }: { limit: number | null; used: number | undefined }) {
  const t = useSeatsText()
  return (
    <p role="status" className={classes.over}>
      {limit !== null && limit < used && t('seats.over', { count: used - limit })}
    </p>
  )
}
