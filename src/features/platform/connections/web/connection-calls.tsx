import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import { type Connection, listConnectionCalls } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './connection.module.css'
import { type CallGroup, foldCalls } from './fold-calls.ts'

/** The last calls of a connection, newest first; equal ones in a row are one line until it is opened. */
export function ConnectionCalls({ connection: { id } }: { connection: Connection }) {
  const t = useText()
  const [openedIds, setOpenedIds] = useState<readonly string[]>([])
  const query = useQueryOf(listConnectionCalls, { params: { id } }, { keep: true })
  const calls = query.data?._embedded.calls
  const rows = foldCalls(calls ?? []).flatMap((group): CallGroup[] =>
    openedIds.includes(group.id) ? group.calls.map((call) => ({ id: call.id, calls: [call] })) : [group],
  )
  const columns: readonly PlainColumn<CallGroup>[] = [
    {
      id: 'time',
      label: t('time'),
      width: 10,
      cell: ({ id: group, calls: [newest, ...others] }) => (
        <>
          {formatDateTime(newest.at)}
          {others.length > 0 && (
            <Button variant="subtle" size="compact-sm" onClick={() => setOpenedIds([...openedIds, group])}>
              {t('moreCalls', { count: others.length, at: formatDateTime(others.at(-1)!.at) })}
            </Button>
          )}
        </>
      ),
    },
    { id: 'method', label: t('method'), width: 5, wide: true, cell: ({ calls: [call] }) => <code>{call.method}</code> },
    {
      id: 'path',
      label: t('path'),
      wide: true,
      cell: ({ calls: [call] }) => <code className={classes.path}>{call.path}</code>,
    },
    {
      id: 'result',
      label: t('result'),
      width: 12,
      cell: ({ calls: [{ status, fault }] }) => (
        <Badge colour={fault ? 'red' : 'green'}>
          {[status, fault && t(`fault.${fault}`)].filter(Boolean).join(' ') || '–'}
        </Badge>
      ),
    },
    ...(calls?.some(({ bytes }) => bytes !== null)
      ? [
          {
            id: 'received',
            label: t('received'),
            width: 6,
            align: 'right' as const,
            wide: true,
            cell: ({ calls: of }: CallGroup) => receivedBy(of),
          },
        ]
      : []),
    {
      id: 'duration',
      label: t('duration'),
      width: 6,
      align: 'right',
      wide: true,
      cell: ({ calls: of }) => `${formatCount(Math.max(...of.map(({ durationMs }) => durationMs)))} ms`,
    },
  ]
  return (
    <Card flush title={t('calls')} note={t('callsNote')}>
      <QueryView query={query} rows={4} empty={<p className={classes.empty}>{t('noCalls')}</p>}>
        {() => <PlainTable label={t('calls')} columns={columns} rows={rows} id={(group) => group.id} />}
      </QueryView>
    </Card>
  )
}

/** What all calls of a group received together; only streamed ones say it. */
function receivedBy(calls: CallGroup['calls']): string {
  const knownSizes = calls.flatMap(({ bytes }) => bytes ?? [])
  return knownSizes.length === 0 ? '–' : formatBytes(knownSizes.reduce((sum, bytes) => sum + bytes, 0))
}
