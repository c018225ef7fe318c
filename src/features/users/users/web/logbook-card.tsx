import { Link } from '@tanstack/react-router'
import { auditRecorded, searchLogbook } from '#features/platform/audit/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
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
  const entries = useQueryOf(searchLogbook, { query: { size: FIRST } }).data?._embedded.entries
  useTopic(auditRecorded, {}, () => void refresh(searchLogbook))
  return (
    <Card
      title={t('logbook.title')}
      note={t('logbook.note', { count: FIRST })}
      right={<Link to={logbookPath()}>{t('logbook.all')}</Link>}
    >
      {!entries && <LoadingRows rows={4} />}
      {entries?.length === 0 && <p className={classes.none}>{t('logbook.noneText')}</p>}
      <ol className={classes.line}>
        {entries?.map((entry) => (
          <li key={entry.id}>
            <span className={classes.icon}>{iconOf(entry)}</span>
            <span className={classes.words}>
              <span className={classes.what}>{wordsOf(entry)}</span>
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            </span>
          </li>
        ))}
      </ol>
    </Card>
  )
}
