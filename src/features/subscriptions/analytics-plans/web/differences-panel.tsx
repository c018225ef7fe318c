import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type AnalyticsPlan, listAnalyticsPlans, manageAnalyticsPlans, readAnalyticsPlans } from '../contract.ts'
import { useText } from '../texts.ts'
import { Differences } from './differences.tsx'
import { SyncBadge } from './sync-badge.tsx'
import { usePush } from './use-push.ts'

/** What differs between the portal and the analytics system, under a row of the list of subscriptions. */
export function DifferencesPanel({ account }: { account: string }) {
  const t = useText()
  const isEnabled = useAllows(readAnalyticsPlans)
  const query = useQueryOf(listAnalyticsPlans, { query: { account, size: 1 } }, { enabled: isEnabled })
  const [plan] = query.data?._embedded.plans ?? []
  if (!isEnabled) return null
  return (
    <section>
      <header>
        <h2>{t('panelTitle')}</h2>
        {plan && <SyncBadge row={plan} />}
        {plan?.state === 'Different' && <PushButton found={plan} />}
      </header>
      <QueryView query={query} rows={3}>
        {() => plan && (plan.state === 'Synced' ? <p>{t('same')}</p> : <Differences found={plan} />)}
      </QueryView>
    </section>
  )
}

function PushButton({ found }: { found: AnalyticsPlan }) {
  const t = useText()
  const push = usePush(found)
  if (!useAllows(manageAnalyticsPlans, found.account)) return null
  return (
    <Button size="xs" loading={push.pending} onClick={push.run}>
      {t('pushNow')}
    </Button>
  )
}
