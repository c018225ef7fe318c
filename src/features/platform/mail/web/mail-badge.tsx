import { Badge } from '#kit/web/look/badge.tsx'
import type { MailSummary } from '../contract.ts'
import { useText } from '../texts.ts'

const colours = { WAITING: 'grey', SENT: 'green', FAILED: 'red', DROPPED: 'grey' } as const

/** The state of a mail as a badge. */
export function MailBadge({ mail: { state, waitsForServer } }: { mail: MailSummary }) {
  const t = useText()
  return (
    <Badge colour={waitsForServer ? 'orange' : colours[state]}>
      {waitsForServer ? t('waitsForServer') : t(`state-${state}`)}
    </Badge>
  )
}
