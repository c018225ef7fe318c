import { Badge } from '#kit/web/look/badge.tsx'
import type { BadgeColour } from '#kit/web/look/colours.ts'
import type { MonitoringState } from '../contract.ts'
import { useText } from '../texts.ts'

const colours: Readonly<Record<MonitoringState, BadgeColour>> = {
  OUTAGE: 'red',
  DEGRADED: 'orange',
  MISSING: 'grey',
  FINE: 'green',
  OFF: 'light-grey',
}

/** The state of monitoring as a badge. */
export function MonitoringBadge({ state }: { state: MonitoringState }) {
  const t = useText()
  return (
    <Badge colour={colours[state]} blinking={state === 'OUTAGE'}>
      {t(`state.${state}`)}
    </Badge>
  )
}
