import { IconRadar } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { DetectorDecision } from '../contract.ts'
import { useText } from '../texts.ts'
import { DecisionBadge } from './decision-badge.tsx'
import classes from './detector.module.css'
import { useSegmentName } from './use-segment-name.ts'

/** The newest decisions; the graph shows the chosen one. */
export function DecisionsTable({
  rows,
  all,
  chosen,
  onChoose,
}: {
  rows: readonly DetectorDecision[]
  all: number
  chosen: string | undefined
  onChoose: (id: string) => void
}) {
  const t = useText()
  const nameOf = useSegmentName()
  const count = (value: number | null) => (value === null ? '–' : formatCount(Math.round(value)))
  const columns: readonly PlainColumn<DetectorDecision>[] = [
    {
      id: 'time',
      label: t('column.time'),
      width: 9,
      cell: (row) => (
        <button
          type="button"
          className={classes.choose}
          aria-pressed={row.id === chosen}
          aria-label={t('choose', { segment: nameOf(row), at: formatDateTime(row.at) })}
          onClick={() => onChoose(row.id)}
        >
          <time dateTime={row.at}>{formatDateTime(row.at)}</time>
        </button>
      ),
    },
    { id: 'kind', label: t('column.decision'), width: 9, cell: (row) => <DecisionBadge kind={row.kind} /> },
    {
      id: 'segment',
      label: t('column.segment'),
      cell: (row) => (
        <>
          <strong>{nameOf(row)}</strong> <span className={classes.quiet}>{row.cluster}</span>
        </>
      ),
    },
    { id: 'value', label: t('column.value'), wide: true, width: 5, align: 'right', cell: (row) => count(row.value) },
    {
      id: 'baseline',
      label: t('column.baseline'),
      wide: true,
      width: 5,
      align: 'right',
      cell: (row) => count(row.baseline),
    },
    {
      id: 'loss',
      label: t('column.loss'),
      wide: true,
      width: 4.5,
      align: 'right',
      cell: ({ value, baseline }) => (
        <strong>{value === null || baseline === null ? '–' : count(baseline - value)}</strong>
      ),
    },
    { id: 'limit', label: t('column.limit'), wide: true, width: 4.5, align: 'right', cell: (row) => count(row.limit) },
    { id: 'row', label: t('column.row'), wide: true, width: 6, cell: (row) => <InARow {...row} /> },
    {
      id: 'outcome',
      label: t('column.outcome'),
      wide: true,
      width: 7,
      cell: ({ caseKey }) => <code>{caseKey ?? '–'}</code>,
    },
  ]
  return (
    <Card
      flush
      title={t('decisions')}
      note={rows.length < all ? t('shown', { count: rows.length, all: formatCount(all) }) : undefined}
    >
      {rows.length === 0 ? (
        <EmptyState colour="green" icon={<IconRadar size={22} aria-hidden />} title={t('decisionsNone')}>
          {t('decisionsNoneText')}
        </EmptyState>
      ) : (
        <PlainTable label={t('decisions')} columns={columns} rows={rows} id={({ id }) => id} />
      )}
    </Card>
  )
}

/** The samples in a row that led to a decision, of as many that it needs. */
export function InARow({ run, needed, kind }: Pick<DetectorDecision, 'run' | 'needed' | 'kind'>) {
  const t = useText()
  const shownCount = Math.min(needed, 12)
  return (
    <span className={classes.run} role="img" aria-label={t('rowOf', { run, needed })} data-kind={kind}>
      {Array.from({ length: shownCount }, (_, index) => index).map((index) => (
        <i key={index} data-on={index < run || undefined} />
      ))}
    </span>
  )
}
