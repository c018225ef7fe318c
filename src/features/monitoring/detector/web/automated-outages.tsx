import { Link } from '@tanstack/react-router'
import { outagePath } from '#features/support/outages/paths.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconRadar } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { type AutomatedOutage, listAutomatedOutages, readDetectorState } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './detector.module.css'
import { ScannerTest } from './scanner-test.tsx'

/** The outages that the detector found in an account, without the text of their cases. */
export function AutomatedOutages({ account }: { account: string }) {
  const t = useText()
  const here = useAccount()
  const state = useQueryOf(readDetectorState, { query: { account } }, { refetchInterval: 60_000 }).data
  const query = useQueryOf(listAutomatedOutages, { query: { account, size: 20 } }, { refetchInterval: 60_000 })
  const columns: readonly PlainColumn<AutomatedOutage>[] = [
    {
      id: 'state',
      label: t('column.state'),
      width: 6,
      cell: ({ end }) => (
        <Badge colour={end === null ? 'red' : 'green'} blinking={end === null}>
          {end === null ? t('open') : t('ended')}
        </Badge>
      ),
    },
    {
      id: 'segment',
      label: t('column.segment'),
      cell: ({ segments, cluster }) => (
        <>
          <strong>{segments.length === 1 ? segments[0] : t('segments', { count: segments.length })}</strong>{' '}
          <span className={classes.quiet}>{cluster}</span>
        </>
      ),
    },
    {
      id: 'start',
      label: t('column.start'),
      width: 11,
      cell: ({ start, lastGood }) => (
        <>
          {formatDateTime(start)} {lastGood && <span className={classes.quiet}>{t('estimated')}</span>}
        </>
      ),
    },
    { id: 'minutes', label: t('column.minutes'), width: 5, align: 'right', cell: (row) => formatCount(row.outageTime) },
    {
      id: 'affected',
      label: t('column.affected'),
      wide: true,
      width: 6,
      align: 'right',
      cell: (row) => formatCount(row.totalCmsAffected),
    },
    {
      id: 'outcome',
      label: t('column.outcome'),
      wide: true,
      width: 8,
      cell: ({ caseKey }) =>
        caseKey && here ? (
          <Link to={outagePath({ account: here, outageKey: caseKey })}>
            <code>{caseKey}</code>
          </Link>
        ) : (
          '–'
        ),
    },
  ]
  return (
    <Card
      flush
      title={t('automated')}
      right={state?.on && <ScannerTest account={account} />}
      note={
        state?.judgedAt &&
        t('note', {
          segments: formatCount(state.segments),
          at: formatTime(state.judgedAt),
          seconds: (state.milliseconds / 1000).toFixed(1),
        })
      }
    >
      <QueryView
        query={query}
        rows={3}
        empty={
          <EmptyState
            colour="green"
            icon={<IconRadar size={22} aria-hidden />}
            title={state?.on === false ? t('off') : t('automatedNone')}
          >
            {state?.on === false ? t('offText') : t('automatedNoneText')}
          </EmptyState>
        }
      >
        {({ _embedded: { outages: rows } }) => (
          <PlainTable label={t('automated')} columns={columns} rows={rows} id={({ id }) => id} />
        )}
      </QueryView>
    </Card>
  )
}
