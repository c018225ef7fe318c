import { Badge } from '#kit/web/look/badge.tsx'
import type { KnownIssue } from '../contract.ts'
import { useText } from '../texts.ts'

const severityColours = { HIGH: 'red', MEDIUM: 'orange', LOW: 'grey' } as const

/** How serious a known issue is. */
export function SeverityBadge({ severity }: Pick<KnownIssue, 'severity'>) {
  const t = useText()
  return <Badge colour={severityColours[severity]}>{t(`severities.${severity}`)}</Badge>
}

/** Whether a known issue is fixed, and in which version. */
export function FixedBadge({ fixedIn }: Pick<KnownIssue, 'fixedIn'>) {
  const t = useText()
  return (
    <Badge colour={fixedIn ? 'green' : 'dark-yellow'} plain>
      {fixedIn ? t('onCase.fixedIn', { version: fixedIn }) : t('onCase.open')}
    </Badge>
  )
}

/** A mark on a known issue that customers do not see. */
export function UnpublishedBadge({ published }: Pick<KnownIssue, 'published'>) {
  const t = useText()
  return published ? null : <Badge colour="purple">{t('unpublished')}</Badge>
}
