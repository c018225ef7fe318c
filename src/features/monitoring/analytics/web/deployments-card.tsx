import type { Reply } from '#kit/web/data/call.ts'
import type { Query } from '#kit/web/data/query.ts'
import { IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import type { DeploymentSummary, readSummaryMap } from '../contract.ts'
import { useText } from '../texts.ts'
import { MonitoringBadge } from './state-badge.tsx'

/** The deployments of an account with their modems and state. */
export function DeploymentsCard({ query, account }: { query: Query<Reply<typeof readSummaryMap>>; account: string }) {
  const t = useText()
  const count = (value: number | null) => (value === null ? t('missing') : formatCount(value))
  const columns: readonly PlainColumn<DeploymentSummary>[] = [
    { id: 'name', label: t('name'), cell: ({ name }) => name },
    { id: 'state', label: t('stateColumn'), cell: ({ state }) => <MonitoringBadge state={state} /> },
    {
      id: 'stage',
      label: t('stageField'),
      wide: true,
      cell: ({ stage }) => (
        <StateBadge kind="stage" state={stage}>
          {t(`stage.${stage}`)}
        </StateBadge>
      ),
    },
    { id: 'version', label: t('versionColumn'), wide: true, cell: ({ version }) => version },
    { id: 'online', label: t('modemsOnline'), align: 'right', cell: ({ online }) => count(online) },
    { id: 'known', label: t('known'), align: 'right', wide: true, cell: ({ known }) => count(known) },
    {
      id: 'newest',
      label: t('newest'),
      align: 'right',
      cell: ({ newest }) => (newest === null ? t('neverSampled') : <Age at={newest} />),
    },
  ]
  return (
    <Card title={t('deployments')} flush>
      <QueryView query={query} rows={3}>
        {({ map: { [account]: summary } }) =>
          summary ? (
            <PlainTable label={t('deployments')} columns={columns} rows={summary.deployments} id={({ id }) => id} />
          ) : (
            <EmptyState colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('noDeployments')}>
              {t('addFirst')}
            </EmptyState>
          )
        }
      </QueryView>
    </Card>
  )
}
