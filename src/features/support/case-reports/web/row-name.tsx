import { casePriorities, caseStatuses } from '#features/support/case-access/contract.ts'
import { StateBadge, useStateLabel } from '#kit/web/look/badge.tsx'
import { PriorityBars } from '#kit/web/look/bars.tsx'
import { Monogram } from '#kit/web/look/face.tsx'
import type { ReportRows } from '../contract.ts'
import { useText } from '../texts.ts'

/** What a row of the report counts. */
export function RowName({ rows, value, label }: { rows: ReportRows; value: string | null; label: string | null }) {
  const t = useText()
  const words = useStateLabel()
  const status = caseStatuses.find((name) => name === value)
  const priority = casePriorities.find((name) => name === value)
  if (rows === 'status' && status) return <StateBadge kind="case" state={status} />
  if (rows === 'priority' && priority)
    return (
      <span className="row">
        <PriorityBars priority={priority} label="" /> {words('priority', priority)}
      </span>
    )
  if (rows === 'type' && (value === 'CASE' || value === 'RMA' || value === 'OUTAGE')) return t(`type.${value}`)
  if (rows === 'account' && label)
    return (
      <span className="row">
        <Monogram name={label} size={18} /> {label}
      </span>
    )
  return value ?? t('noProduct')
}
