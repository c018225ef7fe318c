import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { useText } from './text.ts'
import { UptimeCard } from './uptime-card.tsx'

/** The uptime of an account and of each of its deployments in the last 24 hours. */
export function UptimePage() {
  const t = useText()
  const account = useAccount()
  return (
    <Page kind="dashboard">
      <PageHeader title={t('title')} note={account?.displayName} />
      {account && <UptimeCard account={account.name} />}
    </Page>
  )
}
