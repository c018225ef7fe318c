import { Link } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconList } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { type GridColumn, type Insight, type InsightCard, readInsight } from '../contract.ts'
import { findingsPath, heatMapPath } from '../paths.ts'
import { useText } from '../texts.ts'
import { formatValue } from './format-value.ts'
import { InsightGraph } from './insight-graph.tsx'
import classes from './insights.module.css'
import type { useRange } from './ranges.ts'

/** The insight that was chosen on the overview: its graph and newest values, why it matters and the next step. */
export function ChosenInsight({
  account,
  card,
  deployment,
  range,
}: {
  account: string
  card: InsightCard
  deployment: string | undefined
  range: ReturnType<typeof useRange>
}) {
  const t = useText()
  const here = useAccount()
  if (!deployment || !here) return null
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        <InsightGraph
          account={account}
          insight={card}
          deployment={deployment}
          range={range.shown}
          onBrush={range.draw}
        />
        <InsightData account={account} name={card.name} deployment={deployment} />
      </div>
      <div className={classes.side}>
        <Card title={t('why')}>
          <div className={classes.words}>
            <p>{card.why}</p>
            <div>
              <h3>{t('next')}</h3>
              <p>{card.next}</p>
            </div>
            <div className="row">
              <Button variant="light" size="compact-sm" to={findingsPath({ account: here }, { insight: card.name })}>
                {t('overview.findings', { count: card.findings })}
              </Button>
              {card.view === 'heatmap' && (
                <Button variant="default" size="compact-sm" to={heatMapPath({ account: here }, { insight: card.name })}>
                  {t('graph.heatMap')}
                </Button>
              )}
              {range.isDrawn && (
                <Button variant="default" size="compact-sm" onClick={() => range.choose(range.name)}>
                  {t('range.back', { range: t(`range.${range.name}`) })}
                </Button>
              )}
            </div>
          </div>
        </Card>
      </div>
    </div>
  )
}

type Row = Readonly<Record<string, string | number | null>>
const MOST_ROWS = 50

/** The newest values of an insight, with the columns that the insight declares. */
function InsightData({ account, name, deployment }: { account: string; name: string; deployment: string }) {
  const t = useText()
  const query = useQueryOf(
    readInsight,
    { params: { name }, query: { account, deployment } },
    { refetchInterval: 60_000, keep: true },
  )
  const columnsOf = ({ grid, unit }: Insight) =>
    grid.map(
      (column): PlainColumn<Row> => ({
        id: column.field,
        label: column.header_name,
        ...(column.field === 'value' ? { align: 'right' } : {}),
        ...(column.field === 'caseKey' ? { wide: true } : {}),
        cell: (row) => <DataCell text={cellText(row, column, unit)} to={column.url_field && row[column.url_field]} />,
      }),
    )
  return (
    <Card title={t('data.title')} note={deployment} flush>
      <QueryView
        query={query}
        rows={4}
        empty={
          <EmptyState colour="grey" icon={<IconList size={22} aria-hidden />} title={t('data.none')}>
            {t('data.noneText')}
          </EmptyState>
        }
      >
        {({ _embedded, insight }) => (
          <PlainTable
            label={t('data.title')}
            columns={columnsOf(insight)}
            rows={_embedded[name]?.slice(0, MOST_ROWS) ?? []}
            id={(row) => JSON.stringify([row.deployment, row.object, row.value])}
          />
        )}
      </QueryView>
    </Card>
  )
}

function cellText(row: Row, { field }: GridColumn, unit: string): string {
  const value = row[field]
  if (value === null || value === undefined) return '–'
  if (field === 'value') return formatValue(Number(value), unit)
  return field === 'since' ? formatDateTime(String(value)) : String(value)
}

/** A value of a grid, as a link where the row has an address for it. */
function DataCell({ text, to }: { text: string; to: string | number | null | undefined }) {
  return typeof to === 'string' ? <Link to={to}>{text}</Link> : <>{text}</>
}
