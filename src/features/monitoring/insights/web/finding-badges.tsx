import { Badge } from '#kit/web/look/badge.tsx'
import type { Finding } from '../contract.ts'
import { useText } from '../texts.ts'

const stateColours = { OPEN: 'orange', ACKNOWLEDGED: 'light-blue', CLEARED: 'light-grey' } as const

/** Whether a finding is open, acknowledged or cleared. */
export function FindingStateBadge({ state }: Pick<Finding, 'state'>) {
  const t = useText()
  return <Badge colour={stateColours[state]}>{t(`findingState.${state}`)}</Badge>
}

/** How bad a finding is. */
export function SeverityBadge({ severity }: Pick<Finding, 'severity'>) {
  const t = useText()
  return <Badge colour={severity === 'CRITICAL' ? 'red' : 'orange'}>{t(`state.${severity}`)}</Badge>
}
