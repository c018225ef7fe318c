import { useQueryOf } from '#kit/web/data/query.ts'
import { IconCloud } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { type GcloudConfig, listGcloudConfigs } from '../contract.ts'
import { useText } from '../texts.ts'

const SHOWN = 100

/** The cloud regions of all accounts. */
export function AllRegionsCard() {
  const t = useText()
  const query = useQueryOf(listGcloudConfigs, { query: { size: SHOWN } })
  const total = query.data?.page.totalElements ?? 0
  const columns: readonly PlainColumn<GcloudConfig>[] = [
    { id: 'account', label: t('account'), cell: (row) => <span translate="no">{row.account}</span> },
    {
      id: 'region',
      label: t('region'),
      cell: (row) => (
        <span translate="no">
          {row.regionLabel} <code>{row.region}</code>
        </span>
      ),
    },
    {
      id: 'projectKey',
      label: t('projectKey'),
      wide: true,
      cell: (row) => <code translate="no">{row.projectKey}</code>,
    },
    { id: 'updated', label: t('updated'), wide: true, width: 8, cell: (row) => formatDate(row.updated) },
  ]
  return (
    <Card title={t('all')} note={total > SHOWN ? t('more', { count: SHOWN }) : t('allNote', { count: total })} flush>
      <QueryView
        query={query}
        rows={6}
        empty={
          <EmptyState colour="grey" icon={<IconCloud size={22} aria-hidden />} title={t('empty')}>
            {t('emptyText')}
          </EmptyState>
        }
      >
        {({ _embedded: { gcloud_configs: rows } }) => (
          <PlainTable label={t('all')} columns={columns} rows={rows} id={({ account }) => account} />
        )}
      </QueryView>
    </Card>
  )
}
