import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { type MdUtilization, readMdUtilization } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatPercent } from './percent.ts'

const SHOWN = 20

/** The fullest MAC domains in the busy hours of the last seven days. */
export function UtilisationCard({ account }: { account: string }) {
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
