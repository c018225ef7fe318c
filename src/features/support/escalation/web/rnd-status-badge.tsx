import { Badge } from '#kit/web/look/badge.tsx'
import type { RndStatus } from '../contract.ts'
import { useText } from '../texts.ts'

const colours = {
  NEW: 'blue',
  REPRODUCED: 'light-blue',
  IN_PROGRESS: 'light-blue',
  FIXED: 'green',
  CLOSED: 'light-grey',
  REJECTED: 'grey',
} as const

/** The status of an R&D issue as a badge. */
export function RndStatusBadge({ status }: { status: RndStatus }) {
  const t = useText()
  return <Badge colour={colours[status]}>{t(`status.${status}`)}</Badge>
}
