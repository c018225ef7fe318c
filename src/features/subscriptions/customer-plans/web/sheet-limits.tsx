import type { ChangedCell } from '#features/subscriptions/plans/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { editSubscriptions, previewSubscriptions } from '../contract.ts'
import { useSheetText } from '../texts.ts'
import classes from './sheet-limits.module.css'

const SHOWN = 3

/** Which accounts the changes of the sheet of plans put over a limit, from the preview. */
export function SheetLimits({ cells }: { cells: readonly ChangedCell[] }) {
  const t = useSheetText()
  const isEnabled = useAllows(editSubscriptions)
  const { data } = useQueryOf(previewSubscriptions, { body: { cells: [...cells] } }, { enabled: isEnabled, keep: true })
  const accounts = data?._embedded.accounts.filter(({ changes, exceeded }) =>
    exceeded.some(({ facet }) => changes.some((change) => change.facet.name === facet.name)),
  )
  if (!accounts || accounts.length === 0) return null
  const names = accounts.slice(0, SHOWN).map(({ accountDisplayName }) => accountDisplayName)
  const rest = accounts.length > SHOWN ? '…' : ''
  return (
    <span className={classes.over}>
      {t('over', { count: accounts.length })}{' '}
      <span translate="no">({[...names, rest].filter(Boolean).join(', ')})</span>
    </span>
  )
}
