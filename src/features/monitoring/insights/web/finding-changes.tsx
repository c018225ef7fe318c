import { Link } from '@tanstack/react-router'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { accountPath, useAccount } from '#kit/web/who/account.tsx'
import type { FindingChange, FindingDetail } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './insights.module.css'

const colours = { outage: 'red', finding: 'orange', release: 'blue', maintenance: 'grey' } as const
const paths = {
  outage: 'support/outages',
  finding: 'insights/findings',
  release: 'software',
  maintenance: 'calendar/event',
} as const

/** What happened in the 24 hours before a finding was opened, newest first. */
export function FindingChanges({ finding: { changes } }: { finding: FindingDetail }) {
  const t = useText()
  const here = useAccount()
  const base = here ? accountPath(here) : ''
  return (
    <Card title={t('finding.changes')} note={t('finding.changesNote', { count: changes.length })} flush>
      {changes.length === 0 ? (
        <p className={classes.preview}>{t('finding.noChanges')}</p>
      ) : (
        <ul className={classes.changes}>
          {changes.map((change) => (
            <li key={`${change.kind} ${change.ref}`}>
              <Badge colour={colours[change.kind]}>{t(`finding.kind.${change.kind}`)}</Badge>
              <Link to={base + pathOf(change)}>{change.title}</Link>
              <time dateTime={change.at}>{formatDateTime(change.at)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function pathOf({ kind, ref }: FindingChange): string {
  return `/${paths[kind]}/${encodeURIComponent(ref)}`
}
