import { accountAnalyticsPath } from '#features/monitoring/analytics/paths.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { UptimeCard } from './uptime-card.tsx'

/** The uptime of an account and of each of its deployments in the last 24 hours. */
export function UptimePage() {
  const t = useText()
  const account = useAccount()
  return (
    <Page kind="dashboard">
      <PageHeader title={t('title')} note={account?.displayName} />
      {account && <UptimeCard account={account.name} />}
      {account && (
        <IfAllowed permission={readAnalytics} account={account.name}>
          <div>
            <Button variant="default" to={accountAnalyticsPath({ account })}>
              {t('openAnalytics')}
            </Button>
          </div>
        </IfAllowed>
      )}
    </Page>
  )
}
