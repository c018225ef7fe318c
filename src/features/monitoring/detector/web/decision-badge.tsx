import { Badge } from '#kit/web/look/badge.tsx'
import type { DetectorDecision } from '../contract.ts'
import { useText } from '../texts.ts'

const colours = {
  OPENED: 'red',
  JOINED: 'orange',
  HELD: 'dark-yellow',
  BELOW: 'grey',
  BLIND: 'light-grey',
  CLOSED: 'green',
} as const

/** What the detector decided. */
export function DecisionBadge({ kind }: Pick<DetectorDecision, 'kind'>) {
  const t = useText()
  return <Badge colour={colours[kind]}>{t(`kind.${kind}`)}</Badge>
}
