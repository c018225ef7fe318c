import { Badge } from '#kit/web/look/badge.tsx'
import type { AnalyticsPlan } from '../contract.ts'
import { useText } from '../texts.ts'

/** Whether the analytics system has the plan of an account; a push that waits or failed is shown instead. */
export function SyncBadge({ row }: { row: Pick<AnalyticsPlan, 'state' | 'push'> }) {
  const t = useText()
  if (row.push)
    return <Badge colour={row.push.state === 'FAILED' ? 'red' : 'blue'}>{t(`push.${row.push.state}`)}</Badge>
  return <Badge colour={row.state === 'Synced' ? 'green' : 'orange'}>{t(row.state)}</Badge>
}
