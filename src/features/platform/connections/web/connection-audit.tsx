import { useState } from 'react'
import { type AuditEntry, auditRecorded, listAudit } from '#features/platform/audit/contract.ts'
import { useActorName, useEventWords } from '#features/platform/audit/web/index.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import {
  connectionChanged,
  connectionContractAccepted,
  connectionContractChanged,
  connectionCreated,
  connectionDeleted,
  connectionDisconnected,
  connectionFaultSimulated,
  connectionMessagesDropped,
  connectionMessagesReplayed,
  connectionMessagesRetried,
  connectionReconnected,
  connectionResumed,
  connectionStarted,
  connectionStopped,
  connectionTested,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'

const PAGE = 10
const MOST = 100
/** The events of each choice of the filter. */
const actions = {
  all: ['connection'],
  settings: [connectionCreated.name, connectionChanged.name, connectionDeleted.name],
  state: [
    connectionStarted.name,
    connectionDisconnected.name,
    connectionReconnected.name,
    connectionStopped.name,
    connectionResumed.name,
    connectionFaultSimulated.name,
  ],
  tests: [connectionTested.name],
  messages: [connectionMessagesRetried.name, connectionMessagesDropped.name, connectionMessagesReplayed.name],
  contract: [connectionContractChanged.name, connectionContractAccepted.name],
}
type Filter = keyof typeof actions
const filters = Object.keys(actions) as Filter[]

/** Who did what to a connection, newest first, as far as the reader may see it. */
export function ConnectionAudit({ id, name }: { id: string; name: string }) {
  const t = useText()
  const [filter, setFilter] = useState<Filter>('all')
  const [size, setSize] = useState(PAGE)
  const query = { subjectId: id, action: [...actions[filter]], size }
  const result = useQueryOf(listAudit, { query }, { keep: true })
  useTopic(auditRecorded, {}, () => void refresh(listAudit))
  return (
    <Card flush title={t('audit.title')}>
      <div className={classes.filter}>
        <SegmentedControl
          small
          aria-label={t('audit.filter')}
          options={filters.map((value) => ({ value, label: t(`audit.kind.${value}`) }))}
          value={filter}
          onChange={(value) => {
            setFilter(value)
            setSize(PAGE)
          }}
        />
      </div>
      <QueryView query={result} rows={3} empty={<p className={classes.empty}>{t('audit.none')}</p>}>
        {({ _embedded: { entries } }) => (
          <ul className={classes.messages} aria-label={t('audit.title')}>
            {entries.map((entry) => (
              <Entry key={entry.id} entry={entry} name={name} />
            ))}
          </ul>
        )}
      </QueryView>
      {result.data?._embedded.entries?.length === size && size < MOST && (
        <p className={classes.empty}>
          <Button variant="default" size="compact-sm" onClick={() => setSize(Math.min(size + 3 * PAGE, MOST))}>
            {t('audit.more')}
          </Button>
        </p>
      )}
    </Card>
  )
}

function Entry({ entry, name }: { entry: AuditEntry; name: string }) {
  const t = useText()
  const words = useEventWords()
  const actor = useActorName()
  const { by, impersonatedBy, at, data } = entry
  const { changes, failed: failureText } = data as { changes?: object; failed?: string }
  const fields = Object.keys(changes ?? {})
  return (
    <li>
      <span className={classes.message}>
        <span>
          <strong>{actor({ by: by?.fullName ?? null, impersonatedBy })}</strong> {words(entry.name, name)}
        </span>
        {failureText && <span className={classes.error}>{failureText}</span>}
        {fields.length > 0 && <span className={classes.quiet}>{t('audit.fields', { fields: fields.join(', ') })}</span>}
        <span className={classes.quiet}>{formatDateTime(at)}</span>
      </span>
    </li>
  )
}
