import { Badge } from '#kit/web/look/badge.tsx'
import type { Alert } from '../contract.ts'
import { useText } from '../texts.ts'

const states = { OPEN: 'red', ACKNOWLEDGED: 'orange', CLOSED: 'grey' } as const
const priorities = { P1: 'red', P2: 'orange', P3: 'dark-yellow', P4: 'light-blue', P5: 'light-grey' } as const

/** The state of an alert; the dot blinks while it waits to be acknowledged. */
export function AlertStateBadge({ state }: Pick<Alert, 'state'>) {
  const t = useText()
  return (
    <Badge colour={states[state]} blinking={state === 'OPEN'}>
      {t(`state.${state}`)}
    </Badge>
  )
}

/** The priority of an alert, P1 the highest. */
export function AlertPriorityBadge({ priority }: Pick<Alert, 'priority'>) {
  return (
    <Badge colour={priorities[priority]} plain>
      {priority}
    </Badge>
  )
}
