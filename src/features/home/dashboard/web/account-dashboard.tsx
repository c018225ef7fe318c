import { Tabs } from '@mantine/core'
import { accountAnalytics, accountScanner } from '#features/accounts/account-pages/web/index.ts'
import { readAccount, readSupportStats } from '#features/accounts/accounts/contract.ts'
import { useChecklist } from '#features/home/checklist/web/index.ts'
import { readDetector } from '#features/monitoring/detector/contract.ts'
import { readAnalytics } from '#features/monitoring/metrics/contract.ts'
import { createCases, readCases } from '#features/support/case-access/contract.ts'
import { accountNewCasePath } from '#features/support/case-pages/paths.ts'
import { accountCasesUpdated, searchCases } from '#features/support/cases/contract.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconPlus } from '#kit/web/icons/icons.generated.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Count } from '#kit/web/look/count.tsx'
import { BottomBar, Page } from '#kit/web/look/page.tsx'
import { Parts } from '#kit/web/parts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { AccountHead } from './account-head.tsx'
import { DashboardTab } from './dashboard-tab.tsx'
import { SupportTab } from './support-tab.tsx'
import { useOpenCases } from './use-open-cases.ts'

/** One account's dashboard, with its support at a glance as the second tab. */
export function AccountDashboard() {
  const t = useText()
  const chosen = useAccount()
  const { query: search, put } = useUrlQuery<'tab'>()
  const name = chosen?.name ?? ''
  const seesCases = useAllows(readCases, name)
  const seesAnalytics = useAllows(readAnalytics, name)
  const seesScanner = useAllows(readDetector, name)
  const mayFile = useAllows(createCases, name)
  const account = useQueryOf(readAccount, { params: { id: chosen?.id ?? '' } })
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
  const isKnown = chosen && casesKnown && checklist !== undefined
  const query = {
    data: account.data && isKnown ? { account: account.data, checklist } : undefined,
    error: account.error,
    refetch: () => refresh(readAccount, readSupportStats),
  }
  const tabs = { support: seesCases, analytics: seesAnalytics, sonar: seesScanner }
  const tab = (['support', 'analytics', 'sonar'] as const).find((one) => search.tab === one && tabs[one]) ?? 'dashboard'
  const open = (value: string | null) => put({ tab: value === 'dashboard' ? undefined : value })
  return (
    <QueryView query={query} rows={8}>
      {({ account, checklist }) => (
        <Page>
          <AccountHead account={account} />
          <Tabs value={tab} onChange={open}>
            <Tabs.List aria-label={t('tabs')}>
              <Tabs.Tab value="dashboard">{t('tab.dashboard')}</Tabs.Tab>
              {seesCases && (
                <Tabs.Tab value="support" rightSection={figures?.open ? <Count value={figures.open} /> : null}>
                  {t('tab.support')}
                </Tabs.Tab>
              )}
              {seesAnalytics && <Tabs.Tab value="analytics">{t('tab.analytics')}</Tabs.Tab>}
              {seesScanner && <Tabs.Tab value="sonar">{t('tab.sonar')}</Tabs.Tab>}
            </Tabs.List>
          </Tabs>
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
