import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import {
  accountAnalytics,
  accountScanner,
  dashboardCards,
  dashboardGraph,
} from '#features/accounts/account-pages/web/index.ts'
import { type Account, readAccount, readSupportStats, type SupportStats } from '#features/accounts/accounts/contract.ts'
import { NextEvents } from '#features/calendar/calendar-pages/web/index.ts'
import { readCalendar } from '#features/calendar/tags/contract.ts'
import type { OnboardingChecklist } from '#features/home/checklist/contract.ts'
import { ChecklistCard, useChecklist } from '#features/home/checklist/web/index.ts'
import { readDetector } from '#features/monitoring/detector/contract.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { RecentActivity } from '#features/platform/audit/web/index.ts'
import { createCases, readCases } from '#features/support/case-access/contract.ts'
import { accountNewCasePath, customerCasesPath } from '#features/support/case-pages/paths.ts'
import { accountCasesUpdated, type ListedCase, searchCases } from '#features/support/cases/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconArrowRight, IconPlus, IconServer2 } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { Count } from '#kit/web/look/count.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useCurrentMinute } from '#kit/web/time/age.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { AccountHead } from './account-head.tsx'
import { AccountFigures } from './account-stats.tsx'
import classes from './dashboard-tab.module.css'
import deploymentsCardClasses from './deployments-card.module.css'
import { OpenCasesCard } from './open-cases-card.tsx'
import { SupportTab } from './support-tab.tsx'
import { TeamCard } from './team-card.tsx'
import { type OpenCases, useOpenCases } from './use-open-cases.ts'
import { WeeksCard } from './weeks-card.tsx'

/** One account's dashboard, with its support at a glance as the second tab. */
export function AccountDashboard() {
  const t = useText()
  const chosenAccount = useAccount()
  const { query: search, put } = useUrlQuery<'tab'>()
  const name = chosenAccount?.name ?? ''
  const seesCases = useAllows(readCases, name)
  const seesCalendar = useAllows(readCalendar, name)
  const seesAnalytics = useAllows(readAnalytics, name)
  const seesScanner = useAllows(readDetector, name)
  const mayFile = useAllows(createCases, name)
  const account = useQueryOf(readAccount, { params: { id: chosenAccount?.id ?? '' } })
  const cases = useOpenCases(name, seesCases)
  const stats = useQueryOf(readSupportStats, { query: { accountName: name } }, { refetchInterval: 60_000 })
  const checklist = useChecklist(name)
  useTopic(accountCasesUpdated, seesCases ? { account: name } : undefined, () => {
    void refresh(readSupportStats, searchCases)
  })
  const figures = stats.data?._embedded.stats[0]
  // Whether there is an outage must be known before drawing: its strip would push the page down.
  const casesKnown = !seesCases || cases.total !== undefined || cases.error
  // So must the progress of the account, for the same reason.
  const isKnown = chosenAccount && casesKnown && checklist !== undefined
  const query = {
    data: account.data && isKnown ? { account: account.data, checklist } : undefined,
    error: account.error,
    refetch: () => refresh(readAccount, readSupportStats),
  }
  const tabs = { calendar: seesCalendar, support: seesCases, analytics: seesAnalytics, sonar: seesScanner }
  const tab =
    (['calendar', 'support', 'analytics', 'sonar'] as const).find((one) => search.tab === one && tabs[one]) ??
    'dashboard'
  const open = (value: string | null) => put({ tab: value === 'dashboard' ? undefined : value })
  return (
    <QueryView query={query} rows={8}>
      {({ account, checklist }) => (
        <Page>
          <AccountHead account={account} />
          <Tabs value={tab} onChange={open}>
            <Tabs.List aria-label={t('tabs')}>
              <Tabs.Tab value="dashboard">{t('tab.dashboard')}</Tabs.Tab>
              {seesCalendar && <Tabs.Tab value="calendar">{t('tab.calendar')}</Tabs.Tab>}
              {seesCases && (
                <Tabs.Tab value="support" rightSection={figures?.open ? <Count value={figures.open} /> : null}>
                  {t('tab.support')}
                </Tabs.Tab>
              )}
              {seesAnalytics && <Tabs.Tab value="analytics">{t('tab.analytics')}</Tabs.Tab>}
              {seesScanner && <Tabs.Tab value="sonar">{t('tab.sonar')}</Tabs.Tab>}
            </Tabs.List>
          </Tabs>
          {tab === 'calendar' && (
            <Suspense fallback={<LoadingRows rows={6} />}>
              <NextEvents account={account} most={50} />
            </Suspense>
          )}
          {tab === 'support' && <SupportTab account={account} stats={figures} />}
          {tab === 'analytics' && <Parts place={accountAnalytics} account={account.name} />}
          {tab === 'sonar' && <Parts place={accountScanner} account={account.name} />}
          {tab === 'dashboard' && (
            <DashboardTab account={account} stats={figures} cases={seesCases ? cases : null} checklist={checklist} />
          )}
          {mayFile && (
            <BottomBar>
              <Button to={accountNewCasePath({ account })} leftSection={<IconPlus size={16} aria-hidden />}>
                {t('newCase')}
              </Button>
            </BottomBar>
          )}
        </Page>
      )}
    </QueryView>
  )
}

/**
 * The account at a glance: outages first, then figures, the trend, open cases, deployments, and contacts. `cases` is
 * null for users who may not see them.
 */
function DashboardTab(props: {
  account: Account
  stats: SupportStats | undefined
  cases: OpenCases | null
  checklist: OnboardingChecklist | null
}) {
  const { account, stats, cases, checklist } = props
  const seesCalendar = useAllows(readCalendar, account.name)
  const rows = cases?.rows ?? []
  return (
    <>
      <OutageStrip account={account} cases={rows} />
      {checklist && !checklist.complete && <ChecklistCard checklist={checklist} account={account} />}
      {cases && <AccountFigures stats={stats} />}
      <div className={classes.columns}>
        <div className={classes.work}>
          <Parts place={dashboardGraph} account={account.name} />
          {cases && <WeeksCard account={account} />}
          <div className={classes.pair}>
            {cases && <OpenCasesCard account={account} cases={cases} stats={stats} />}
            <Parts place={dashboardCards} />
          </div>
          <DeploymentsCard account={account} />
        </div>
        <div className={classes.side}>
          {seesCalendar && (
            <Suspense fallback={<LoadingRows rows={3} />}>
              <NextEvents account={account} most={3} />
            </Suspense>
          )}
          <TeamCard account={account} cases={rows} />
          <RecentActivity account={account.name} />
        </div>
      </div>
    </>
  )
}

/** The installed systems of an account and the software they run. */
function DeploymentsCard({ account }: { account: Account }) {
  const t = useText()
  const { deployments } = account
  return (
    <Card title={t('deploy.title')} right={deployments.length > 0 && <Count value={deployments.length} />} flush>
      {deployments.length === 0 && (
        <EmptyState colour="grey" icon={<IconServer2 size={22} aria-hidden />} title={t('deploy.none')}>
          {t('deploy.noneText')}
        </EmptyState>
      )}
      <ul>
        {deployments.map((deployment) => (
          <li key={deployment.id} className={deploymentsCardClasses.line}>
            <span className={deploymentsCardClasses.name}>
              {deployment.name}
              <span className={deploymentsCardClasses.family}>{deployment.version}</span>
            </span>
            <code>{deployment.softwareVersion ?? '–'}</code>
            <span className={deploymentsCardClasses.stage}>
              <StateBadge kind="stage" state={deployment.stage}>
                {t(`stage.${deployment.stage}`)}
              </StateBadge>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The live outage of an account in one line that links to its case; nothing without an outage. */
function OutageStrip({ account, cases }: { account: Account; cases: readonly ListedCase[] }) {
  const t = useText()
  const now = useCurrentMinute()
  const outages = cases
    .flatMap(({ type, key, subject, created }) => (type === 'OUTAGE' && created ? [{ key, subject, created }] : []))
    .sort((a, b) => a.created.localeCompare(b.created))
  const [first] = outages
  if (!first) return null
  const others = outages.length - 1
  return (
    <Callout
      colour="red"
      live
      title={t('strip.title', { age: formatAge(first.created, now) })}
      action={
        <Button
          to={customerCasesPath({ account }, { id: first.key, tab: 'activity' })}
          color="red"
          rightSection={<IconArrowRight size={15} aria-hidden />}
        >
          {t('strip.open')}
        </Button>
      }
    >
      {first.subject} · <code>{first.key}</code>
      {others > 0 && ` · ${t('strip.more', { count: others })}`}
    </Callout>
  )
}
