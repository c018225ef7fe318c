import { useState } from 'react'
import { readMonitoring } from '#features/monitoring/metrics/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine, IconFileText, IconSettings } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { listWatermarks, type MdUtilization, readMdUtilization, readSummaryMap, type Watermark } from '../contract.ts'
import { analyticsReportPath, analyticsSettingsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './analytics-page.module.css'
import { DeploymentsCard } from './deployments-card.tsx'
import { InventoryCard } from './inventory-card.tsx'
import { ModemsCard } from './modems-card.tsx'

const days = { hours24: 1, days7: 7, days30: 30, days90: 90 } as const
type Range = keyof typeof days

/** The analytics of an account: modems over time, deployments, utilisation and high watermarks. */
export function AnalyticsPage() {
  const t = useText()
  const account = useAccount()
  const [range, setRange] = useState<Range>('days7')
  const staff = useAllows(readMonitoring, account?.name)
  const query = useQueryOf(
    readSummaryMap,
    { query: { account: account?.name ?? '' } },
    { enabled: account !== null, refetchInterval: 60_000 },
  )
  if (!account) return null
  const ranges = (Object.keys(days) as Range[]).map((value) => ({ value, label: t(value) }))
  return (
    <Page kind="dashboard">
      <PageHeader
        title={t('analytics')}
        note={account.displayName}
        actions={
          <>
            <Button
              variant="default"
              to={analyticsReportPath({ account })}
              leftSection={<IconFileText size={15} aria-hidden />}
            >
              {t('report')}
            </Button>
            {staff && (
              <Button
                variant="default"
                to={analyticsSettingsPath({ account })}
                leftSection={<IconSettings size={15} aria-hidden />}
              >
                {t('settings')}
              </Button>
            )}
          </>
        }
      />
      <SegmentedControl aria-label={t('range')} options={ranges} value={range} onChange={setRange} />
      <div className={classes.panels}>
        <ModemsCard account={account.name} days={days[range]} />
        <div className={classes.wide}>
          <DeploymentsCard query={query} account={account.name} />
        </div>
        <UtilisationCard account={account.name} />
        <InventoryCard account={account.name} />
        <WatermarksCard account={account.name} />
      </div>
    </Page>
  )
}

/** The highest values that the deployments of an account ever had. */
function WatermarksCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(listWatermarks, { query: { account } })
  const rows = query.data?._embedded.watermarks.filter(({ value }) => value !== null)
  const columns: readonly PlainColumn<Watermark>[] = [
    { id: 'name', label: t('name'), cell: ({ name }) => name },
    { id: 'deployment', label: t('deployment'), wide: true, cell: ({ deployment }) => deployment },
    { id: 'value', label: t('watermarkValue'), align: 'right', cell: (row) => <Value {...row} /> },
    {
      id: 'date',
      label: t('watermarkDate'),
      align: 'right',
      cell: ({ lastUpdate }) => lastUpdate && formatDate(lastUpdate),
    },
  ]
  if (rows?.length === 0) return null
  return (
    <Card title={t('watermarks')} flush>
      <QueryView query={query} rows={5}>
        {() =>
          rows && (
            <PlainTable
              label={t('watermarks')}
              columns={columns}
              rows={rows}
              id={(row) => `${row.deploymentId} ${row.name}`}
            />
          )
        }
      </QueryView>
    </Card>
  )
}

function Value({ value, unit }: Pick<Watermark, 'value' | 'unit'>) {
  const figure = value ?? 0
  if (unit === 'percent') return formatPercent(figure)
  return (
    <span translate="no">
      {figure >= 100 ? formatCount(Math.round(figure)) : Number(figure.toPrecision(3))} {unit}
    </span>
  )
}

const SHOWN = 20

/** The fullest MAC domains in the busy hours of the last seven days. */
function UtilisationCard({ account }: { account: string }) {
  const t = useText()
  const query = useQueryOf(readMdUtilization, { query: { account } })
  const columns: readonly PlainColumn<MdUtilization>[] = [
    { id: 'md', label: t('md'), cell: ({ md, deployment }) => `${deployment} ${md}` },
    { id: 'core', label: t('core'), wide: true, cell: ({ ccap }) => ccap },
    { id: 'direction', label: t('direction'), cell: ({ direction }) => (direction === 'ds' ? t('DS') : t('US')) },
    {
      id: 'p95',
      label: t('p95'),
      align: 'right',
      cell: ({ p95Busy }) => (p95Busy === null ? t('missing') : formatPercent(p95Busy)),
    },
    { id: 'days', label: t('daysAbove'), align: 'right', wide: true, cell: ({ daysAbove }) => daysAbove },
    {
      id: 'flag',
      label: t('stateColumn'),
      cell: ({ flagged, missing }) =>
        flagged ? <Badge colour="red">{t('flagged')}</Badge> : missing && <Badge colour="grey">{t('notJudged')}</Badge>,
    },
  ]
  return (
    <Card
      title={t('utilisation')}
      note={query.data && t('utilisationNote', { ds: query.data.thresholds.ds, us: query.data.thresholds.us })}
      flush
    >
      <QueryView query={query}>
        {(data) => (
          <>
            {data?.macDomains.length === 0 && (
              <EmptyState colour="grey" icon={<IconChartLine size={22} aria-hidden />} title={t('noMds')}>
                {t('noMdsText')}
              </EmptyState>
            )}
            {data.macDomains.length > 0 && (
              <PlainTable
                label={t('utilisation')}
                columns={columns}
                rows={data.macDomains.slice(0, SHOWN)}
                id={({ deployment, ccap, rpd, md, direction }) => [deployment, ccap, rpd, md, direction].join(' ')}
              />
            )}
          </>
        )}
      </QueryView>
    </Card>
  )
}

const percents = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 1 })

/** A ratio from 0 to 1 as percent: 91.8%. */
function formatPercent(ratio: number): string {
  return percents.format(ratio)
}
