import { useText } from '../texts.ts'
import classes from './container-picker.module.css'
import type { InBundle } from './in-bundle.ts'

/** What the bundle has of it already; `fresh` says what is done with one that it does not have. */
export function KnownState({ known: { state }, fresh }: { known: InBundle; fresh: string }) {
  const t = useText()
  if (state === 'NEW') return <span className={classes.quiet}>{fresh}</span>
  return (
    <span data-state={state} className={classes.known}>
      {t(`picker.known.${state}`)}
    </span>
  )
}
