import { openStatuses } from '#features/support/case-access/contract.ts'
import type { CaseRow } from '#features/support/cases/contract.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { PriorityBars } from '#kit/web/look/bars.tsx'
import { useText } from '../texts.ts'

/** The status of a case as a badge; an open outage is labelled and blinks. */
export function CaseBadge({ row }: { row: Pick<CaseRow, 'status' | 'type'> }) {
  const t = useText()
  const state = isLiveOutage(row) ? 'OUTAGE' : row.status
  return (
    <StateBadge kind="case" state={state}>
      {t(`status.${state}`)}
    </StateBadge>
  )
}

/** The priority of a case as three bars. */
export function CaseBars({ row }: { row: Pick<CaseRow, 'priority'> }) {
  const t = useText()
  return <PriorityBars priority={row.priority} label={t(`priority.${row.priority}`)} />
}

/** Whether the case is an outage that is not over. */
export function isLiveOutage(row: Pick<CaseRow, 'status' | 'type'>): boolean {
  return row.type === 'OUTAGE' && openStatuses.includes(row.status)
}
