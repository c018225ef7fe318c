import { useState } from 'react'
import { searchLogbook } from '#features/platform/audit/contract.ts'
import { subjectOf, useActorName, useEventWords } from '#features/platform/audit/web/index.ts'
import type { User } from '#features/users/user-management/contract.ts'
import { ApiError } from '#kit/web/data/api-error.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import classes from './user-page.module.css'

/** The number of entries shown first (part 1 §9), and on request. */
const FIRST = 6
const ALL = 100

/** The recent actions of a user. */
export function LogbookCard({ user }: { user: User }) {
  const t = useText()
  const words = useEventWords()
  const actor = useActorName()
  const [size, setSize] = useState(FIRST)
  const query = useQueryOf(
    searchLogbook,
    { query: { username: user.username, size } },
    { keep: true, refetchInterval: 60_000 },
  )
  if (query.error instanceof ApiError && query.error.status === 404) return null
  return (
    <Card
      title={t('logbook.title')}
      note={t('logbook.note', { count: size })}
      right={
        size === FIRST && (query.data?.page.totalElements ?? 0) > FIRST ? (
          <Button variant="subtle" size="compact-sm" onClick={() => setSize(ALL)}>
            {t('logbook.all')}
          </Button>
        ) : null
      }
    >
      <QueryView query={query} rows={4} empty={<p className={classes.none}>{t('logbook.none')}</p>}>
        {({ _embedded: { entries } }) => (
          <ol className={classes.lines}>
            {entries.map(({ id, name, subject, subjectId, what, at, ...entry }) => (
              <li key={id}>
                <span className={classes.words}>
                  <span className={classes.did}>
                    {entry.impersonatedBy && `${actor({ ...entry })} `}
                    {words(
                      name,
                      subjectOf({ name, ...entry }, subject === 'case' ? (subjectId ?? '') : (what ?? '')),
                    ).trim()}
                  </span>
                  <time className={classes.under} dateTime={at}>
                    {formatDateTime(at)}
                  </time>
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  )
}
