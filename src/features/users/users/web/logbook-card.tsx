import { Link } from '@tanstack/react-router'
import { auditRecorded, searchLogbook } from '#features/platform/audit/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { logbookPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './logbook-card.module.css'
import { useLogbookWords } from './logbook-text.tsx'

const FIRST = 6

/** The latest actions of the user. */
export function LogbookCard() {
  const t = useText()
  const { wordsOf, iconOf } = useLogbookWords()
  const query = useQueryOf(searchLogbook, { query: { size: FIRST } })
  useTopic(auditRecorded, {}, () => void refresh(searchLogbook))
  return (
    <Card
      title={t('logbook.title')}
      note={t('logbook.note', { count: FIRST })}
      right={<Link to={logbookPath()}>{t('logbook.all')}</Link>}
    >
      <QueryView query={query} rows={4} empty={<p className={classes.none}>{t('logbook.noneText')}</p>}>
        {({ _embedded: { entries } }) => (
          <ol className={classes.line}>
            {entries.map((entry) => (
              <li key={entry.id}>
                <span className={classes.icon}>{iconOf(entry)}</span>
                <span className={classes.words}>
                  <span className={classes.what}>{wordsOf(entry)}</span>
                  <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
                </span>
              </li>
            ))}
          </ol>
        )}
      </QueryView>
    </Card>
  )
}
