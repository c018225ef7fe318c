import { Link } from '@tanstack/react-router'
import { Sparkline } from '#kit/web/chart/sparkline.tsx'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconChartLine } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { type AccountSummary, type MonitoringState, monitoringChanged, readSummaryMap } from '../contract.ts'
import { accountAnalyticsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './monitoring-page.module.css'
import { MonitoringBadge } from './state-badge.tsx'

const EVERY_MS = 60_000
const order: readonly MonitoringState[] = ['OUTAGE', 'DEGRADED', 'MISSING', 'FINE', 'OFF']
type Summary = AccountSummary & { readonly name: string }

/** The state of all accounts on one page, read every minute while it is visible and when a state changes. */
export function MonitoringPage() {
  const t = useText()
  const query = useQueryOf(readSummaryMap, { query: {} }, { refetchInterval: EVERY_MS })
  useTopic(monitoringChanged, {}, () => void refresh(readSummaryMap))
  const accounts = Object.entries(query.data?.map ?? {}).map(([name, summary]): Summary => ({ name, ...summary }))
  const of = (state: MonitoringState) => accounts.filter((one) => one.state === state)
  const online = accounts.reduce((sum, one) => sum + (one.online ?? 0), 0)
  const shownAccounts = order.slice(0, -1).flatMap(of)
  return (
    <Page kind="dashboard">
      <PageHeader title={t('monitoring')} note={t('monitoringNote')} />
      <QueryView query={query} rows={8}>
        {({ readAt }) =>
          accounts.length === 0 ? (
            <EmptyState colour="grey" icon={<IconChartLine size={22} aria-hidden />} title={t('noDeployments')}>
              {t('noDeploymentsText')}
            </EmptyState>
          ) : (
            <>
              <ul className={classes.counts}>
                {order.map((state) => (
                  <li key={state} data-state={state}>
                    <strong>{formatCount(of(state).length)}</strong> {t(`count.${state}`)}
                  </li>
                ))}
                <li>
                  <strong>{formatCount(online)}</strong> {t('online')}
                </li>
              </ul>
              <ul className={classes.cards}>
                {shownAccounts.map((account) => (
                  <AccountCard key={account.id} account={account} at={readAt} />
                ))}
              </ul>
              {of('OFF').length > 0 && (
                <p className={classes.off}>
                  {t('offList')}
                  {of('OFF').map((account) => (
                    <Link key={account.id} to={accountAnalyticsPath({ account })}>
                      {account.displayName}
                    </Link>
                  ))}
                </p>
              )}
            </>
          )
        }
      </QueryView>
    </Page>
  )
}

function AccountCard({ account, at }: { account: Summary; at: string }) {
  const t = useText()
  const { state, displayName, online, known: knownModems, newest, recent } = account
  const first = Date.parse(at) - recent.length * 300_000
  const points = recent.map((value, index) => [first + index * 300_000, value] as const)
  const isMissing = online === null
  return (
    <li className={classes.card} data-state={state}>
      <div className={classes.head}>
        <Link to={accountAnalyticsPath({ account })}>{displayName}</Link>
        {state !== 'FINE' && <MonitoringBadge state={state} />}
      </div>
      <div className={classes.figures}>
        <span>
          <strong className={classes.value}>{isMissing ? t('missing') : formatCount(online ?? 0)}</strong>
          <span className={classes.quiet}>
            {isMissing && newest === null && t('neverSampled')}
            {isMissing && newest !== null && t('noSampleSince')}
            {!isMissing && t('ofKnown', { online: formatCount(online ?? 0), known: formatCount(knownModems ?? 0) })}
            {newest !== null && (
              <>
                {' · '}
                <Age at={newest} />
              </>
            )}
          </span>
        </span>
        <Sparkline points={points} colour={state === 'FINE' ? 'var(--series-1)' : 'var(--series-2)'} />
      </div>
    </li>
  )
}
