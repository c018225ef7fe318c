import { Suspense } from 'react'
import { jointQuery } from '#kit/web/data/joint-query.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine, IconPrinter } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { CsvButton } from '#kit/web/table/csv-button.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import {
  listSlaPeriods,
  listSlaStats,
  type SlaPeriod,
  type SlaStat,
  type SlaViewName,
  slaFamilies,
  slaViews,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sla.module.css'

const SlaReceiptCard = lazyNamed(() => import('./sla-receipt.tsx'), 'SlaReceiptCard')
const SignedMonths = lazyNamed(() => import('./signed-months.tsx'), 'SignedMonths')

/** The SLA report of an account: months by device family, the outages behind a figure, quarters and years. */
export function SlaPage() {
  const t = useText()
  const account = useAccount()?.name ?? ''
  const phone = useIsMobile()
  const { query, change } = useUrlQuery<'view' | 'month'>()
  const view = slaViews.find((name) => name === query.view) ?? 'vendor'
  const result = useQueryOf(listSlaStats, { query: { account } }, { enabled: account !== '' })
  const together = useQueryOf(
    listSlaPeriods,
    { query: { account, by: 'month', children: true } },
    { enabled: account !== '' },
  )
  const stats = result.data?._embedded.slaStats
  const open = stats?.find(({ yearMonth }) => yearMonth === query.month)
  const actions = (
    <>
      <SegmentedControl<SlaViewName>
        aria-label={t('page.view')}
        value={view}
        onChange={(value) => change({ view: value })}
        options={slaViews.map((value) => ({ value, label: t(`view.${value}`) }))}
      />
      <Button variant="default" leftSection={<IconPrinter size={15} aria-hidden />} onClick={() => window.print()}>
        {t('page.print')}
      </Button>
      <CsvButton endpoint={listSlaStats} input={{ query: { account } }} name={`sla-${account}`} />
    </>
  )
  return (
    <Page>
      <PageHeader
        title={t('page.title')}
        note={t('page.note', { zone: stats?.[0]?.timeZone ?? '' })}
        actions={actions}
      />
      {phone && <div className="row">{actions}</div>}
      <QueryView
        query={result}
        rows={8}
        empty={
          <EmptyState colour="blue" icon={<IconChartLine size={22} aria-hidden />} title={t('page.none')}>
            {t('page.noneText')}
          </EmptyState>
        }
      >
        {({ _embedded: { slaStats: stats } }) => (
          <>
            <SlaMatrix
              stats={stats.toReversed()}
              together={together.data?._embedded.slaPeriods ?? []}
              view={view}
              open={open?.yearMonth}
              onOpen={(month) => change({ month: month === query.month ? undefined : month }, 'step')}
            />
            {open && (
              <Suspense fallback={<LoadingRows rows={5} />}>
                <SlaReceiptCard key={open.id} id={open.id} view={view} />
              </Suspense>
            )}
            <SlaPeriods account={account} />
            <Suspense fallback={<LoadingRows rows={4} />}>
              <SignedMonths account={account} />
            </Suspense>
          </>
        )}
      </QueryView>
    </Page>
  )
}

/** The quarters and years of an account, each view as the sum of its months. */
function SlaPeriods({ account }: { account: string }) {
  const t = useText()
  const query = jointQuery({
    quarters: useQueryOf(listSlaPeriods, { query: { account, by: 'quarter' } }),
    years: useQueryOf(listSlaPeriods, { query: { account, by: 'year' } }),
  })
  const columns: readonly PlainColumn<SlaPeriod>[] = [
    { id: 'period', label: t('period.period'), width: 7, cell: ({ period }) => period },
    {
      id: 'months',
      label: t('period.months'),
      wide: true,
      cell: ({ months, missing, preliminary }) =>
        [
          String(months),
          ...(missing > 0 ? [t('period.incomplete', { count: missing })] : []),
          ...(preliminary ? [t('period.preliminary')] : []),
        ].join(' · '),
    },
    ...slaViews.map(
      (view): PlainColumn<SlaPeriod> => ({
        id: view,
        label: t(`view.${view}`),
        width: 6.5,
        align: 'right',
        cell: (row) => row[view].availability ?? t('matrix.missing'),
      }),
    ),
    {
      id: 'lost',
      label: t('period.lost'),
      wide: true,
      width: 12,
      align: 'right',
      cell: ({ blended }) => formatCount(blended.lostModemMinutes),
    },
  ]
  return (
    <Card flush title={t('period.title')} note={t('period.note')}>
      <QueryView query={query} rows={4}>
        {({ quarters, years }) => (
          <PlainTable
            label={t('period.title')}
            columns={columns}
            rows={[...quarters._embedded.slaPeriods, ...years._embedded.slaPeriods]}
            id={({ period }) => period}
          />
        )}
      </QueryView>
    </Card>
  )
}

type Props = {
  /** Oldest first. */
  readonly stats: readonly SlaStat[]
  /** The months with those of the child accounts. */
  readonly together: readonly SlaPeriod[]
  readonly view: SlaViewName
  readonly open: string | undefined
  readonly onOpen: (month: string) => void
}

/** Availability by device family and month; a figure of all devices opens the outages behind it. */
function SlaMatrix({ stats, together, view, open, onOpen }: Props) {
  const t = useText()
  const last = stats.at(-1)!
  const hasChildren = together.some(({ months }) => months > 1)
  const sums = new Map(together.map((period) => [period.period, period[view].availability]))
  const count = (devices: number | null) => (devices === null ? t('matrix.missing') : formatCount(devices))
  return (
    <Card flush title={t('matrix.title')} note={t(`view.${view}`)}>
      <div className={classes.scroll}>
        <table className={classes.matrix} aria-label={t('matrix.title')}>
          <thead>
            <tr>
              <th scope="col">{t('matrix.family')}</th>
              <th scope="col">{t('matrix.devices')}</th>
              {stats.map(({ yearMonth, preliminary }) => (
                <th key={yearMonth} scope="col">
                  {monthName(yearMonth)}
                  {preliminary && <span className={classes.quiet}>{t('matrix.preliminary')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={classes.all}>
              <th scope="row">{t('family.all')}</th>
              <td>{count(last.totalDeviceCount)}</td>
              {stats.map((stat) => {
                const value = stat[view].availability ?? t('matrix.missing')
                const month = monthName(stat.yearMonth)
                return (
                  <td key={stat.yearMonth} data-open={stat.yearMonth === open || undefined}>
                    <button
                      type="button"
                      aria-expanded={stat.yearMonth === open}
                      aria-label={t('page.open', { value, month })}
                      onClick={() => onOpen(stat.yearMonth)}
                    >
                      {value}
                    </button>
                  </td>
                )
              })}
            </tr>
            {slaFamilies.map((family) => (
              <tr key={family} data-part={family === 'cnD31' || family === 'd31' || undefined}>
                <th scope="row">{t(`family.${family}`)}</th>
                <td>{count(last[view].families[family].devices)}</td>
                {stats.map((stat) => (
                  <td key={stat.yearMonth}>
                    {stat[view].families[family].availability ?? (
                      <span className={classes.missing}>{t('matrix.missing')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            {hasChildren && (
              <tr className={classes.all}>
                <th scope="row">{t('family.children')}</th>
                <td />
                {stats.map(({ yearMonth }) => (
                  <td key={yearMonth}>
                    {sums.get(yearMonth) ?? <span className={classes.missing}>{t('matrix.missing')}</span>}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
