import { useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import { Badge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { type MdUtilization, readMdUtilization } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatPercent } from './percent.ts'

const SHOWN = 20

/** The fullest MAC domains in the busy hours of the last seven days. */
export function UtilisationCard({ account }: { account: string }) {
  const t = useText()
  const { data, error, refetch } = useQueryOf(readMdUtilization, { query: { account } })
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
      note={data && t('utilisationNote', { ds: data.thresholds.ds, us: data.thresholds.us })}
      flush
    >
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={5} />}
      {data?.macDomains.length === 0 && (
        <EmptyState colour="grey" icon={<IconChartLine size={22} aria-hidden />} title={t('noMds')}>
          {t('noMdsText')}
        </EmptyState>
      )}
      {data && data.macDomains.length > 0 && (
        <PlainTable
          label={t('utilisation')}
          columns={columns}
          rows={data.macDomains.slice(0, SHOWN)}
          id={({ deployment, ccap, rpd, md, direction }) => [deployment, ccap, rpd, md, direction].join(' ')}
        />
      )}
    </Card>
  )
}
