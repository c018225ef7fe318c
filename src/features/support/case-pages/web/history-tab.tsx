import { useState } from 'react'
import { readCaseHistory } from '#features/support/cases/contract.ts'
import { useNewestOf } from '#kit/web/data/newest.ts'
import { IconHistory } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useText } from '../texts.ts'
import { AT_FIRST, newestHistory } from './activity-ends.ts'
import type { RecordedEvent } from './activity-items.ts'
import { EmphasisedPart } from './change-line.tsx'
import { changeWords, eventName } from './change-text.ts'
import classes from './history-tab.module.css'

/** Everything that is recorded of a case, newest first. */
export function HistoryTab({ caseKey }: { caseKey: string }) {
  const t = useText()
  const [count, setCount] = useState(AT_FIRST)
  const { hasMore, reading, ...query } = useNewestOf<RecordedEvent>(
    readCaseHistory,
    { query: { issueKey: caseKey } },
    newestHistory(count),
  )
  return (
    <QueryView
      query={query}
      empty={<EmptyState colour="grey" icon={<IconHistory size={22} aria-hidden />} title={t('history.empty')} />}
    >
      {(rows) => (
        <>
          <ol className={classes.entries} aria-label={t('detail.history')}>
            {rows.toReversed().map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
          {hasMore && (
            <Button variant="subtle" size="xs" loading={reading} onClick={() => setCount(count * 2)}>
              {t('activity.older')}
            </Button>
          )}
        </>
      )}
    </QueryView>
  )
}

function Entry({ entry }: { entry: RecordedEvent }) {
  const t = useText()
  const changes = Object.keys(entry.changes).length > 0 ? changeWords(t, entry) : []
  return (
    <li className={classes.entry}>
      <Avatar name={entry.by ?? ''} size={24} />
      <div className="grow">
        <div className={classes.first}>
          <strong>{eventName(entry.name)}</strong>
          {entry.internal && <Badge colour="purple">{t('history.internal')}</Badge>}
        </div>
        {changes.map((words) => (
          <div key={words} className={classes.change}>
            <EmphasisedPart words={words} />
          </div>
        ))}
        <div className={classes.note}>
          {entry.by} {entry.impersonatedBy && t('history.as', { name: entry.impersonatedBy })}
        </div>
      </div>
      <time dateTime={entry.at} className={classes.at}>
        {formatDateTime(entry.at)}
      </time>
    </li>
  )
}
