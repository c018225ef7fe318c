import { Link } from '@tanstack/react-router'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { Card } from '#kit/web/look/card.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import type { KnownIssueDetail } from '../contract.ts'
import { useText } from '../texts.ts'

/** The deployments with an affected version that the user may see. */
export function AffectedDeployments({ issue: { deployments, deploymentCount } }: { issue: KnownIssueDetail }) {
  const t = useText()
  const more = deploymentCount - deployments.length
  if (deploymentCount === 0)
    return (
      <Card title={t('deployments')}>
        <p>{t('deploymentsNone')}</p>
      </Card>
    )
  return (
    <Card title={t('deployments')} note={more > 0 ? t('deploymentsMore', { count: more }) : undefined} flush>
      <PlainTable
        label={t('deployments')}
        rows={deployments}
        id={({ id }) => id}
        columns={[
          {
            id: 'deployment',
            label: t('deployment'),
            cell: ({ account, accountId, accountName, name }) => (
              <Link to={accountDashboardPath({ account, accountId })} translate="no">
                {accountName} · {name}
              </Link>
            ),
          },
          { id: 'version', label: t('version'), width: 6, cell: ({ version }) => <code>{version}</code> },
        ]}
      />
    </Card>
  )
}
