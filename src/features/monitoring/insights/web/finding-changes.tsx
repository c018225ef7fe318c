import { Link } from '@tanstack/react-router'
import { accountCalendarEventPath } from '#features/calendar/calendar-pages/paths.ts'
import { releasePath } from '#features/software/release-pages/paths.ts'
import { outagePath } from '#features/support/outages/paths.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import type { FindingChange, FindingDetail } from '../contract.ts'
import { findingPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './insights.module.css'

const colours = { outage: 'red', finding: 'orange', release: 'blue', maintenance: 'grey' } as const
/** What happened in the 24 hours before a finding was opened, newest first. */
export function FindingChanges({ finding: { changes } }: { finding: FindingDetail }) {
  const t = useText()
  const here = useAccount()
  return (
    <Card title={t('finding.changes')} note={t('finding.changesNote', { count: changes.length })} flush>
      {changes.length === 0 ? (
        <p className={classes.preview}>{t('finding.noChanges')}</p>
      ) : (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={`${change.kind} ${change.ref}`}>
              <Badge colour={colours[change.kind]}>{t(`finding.kind.${change.kind}`)}</Badge>
              {here && <Link to={pathOf(change, here)}>{change.title}</Link>}
              <time dateTime={change.at}>{formatDateTime(change.at)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function pathOf({ kind, ref }: FindingChange, account: AccountChoice): string {
  if (kind === 'outage') return outagePath({ account, outageKey: ref })
  if (kind === 'finding') return findingPath({ account, findingId: ref })
  if (kind === 'release') return releasePath({ account, releaseId: ref })
  return accountCalendarEventPath({ account, eventId: ref })
}
