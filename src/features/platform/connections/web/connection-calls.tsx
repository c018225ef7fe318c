import { useQueryOf } from '#kit/web/data/query.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { type Connection, type ConnectionCall, listConnectionCalls } from '../contract.ts'
import classes from './connection.module.css'
import { useText } from './text.ts'

/** The last calls of a connection, newest first. */
export function ConnectionCalls({ connection: { id } }: { connection: Connection }) {
  const t = useText()
  const { data, error, refetch } = useQueryOf(listConnectionCalls, { params: { id } }, { keep: true })
  const calls = data?._embedded.calls
  const columns: readonly PlainColumn<ConnectionCall>[] = [
    { id: 'time', label: t('time'), width: 10, cell: ({ at }) => formatDateTime(at) },
    { id: 'method', label: t('method'), width: 5, wide: true, cell: ({ method }) => <code>{method}</code> },
    { id: 'path', label: t('path'), wide: true, cell: ({ path }) => <code className={classes.path}>{path}</code> },
    {
      id: 'result',
      label: t('result'),
      width: 12,
      cell: ({ status, fault }) => (
        <Badge colour={fault ? 'red' : 'green'}>
          {[status, fault && t(`fault.${fault}`)].filter(Boolean).join(' ') || '–'}
        </Badge>
      ),
    },
    {
      id: 'duration',
      label: t('duration'),
      width: 6,
      align: 'right',
      wide: true,
      cell: ({ durationMs }) => `${formatCount(durationMs)} ms`,
    },
  ]
  return (
    <Card flush title={t('calls')} note={t('callsNote')}>
      {error && !calls && <ErrorState error={error} retry={() => void refetch()} />}
      {!calls && !error && <LoadingRows rows={4} />}
      {calls?.length === 0 && <p className={classes.empty}>{t('noCalls')}</p>}
      {calls && calls.length > 0 && (
        <PlainTable label={t('calls')} columns={columns} rows={calls} id={(call) => call.id} />
      )}
    </Card>
  )
}
