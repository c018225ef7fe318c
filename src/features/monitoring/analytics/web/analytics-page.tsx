import { useState } from 'react'
import { readMonitoring } from '#features/monitoring/metrics/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFileText, IconSettings } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Page } from '#kit/web/look/page.tsx'
import { PageHeader } from '#kit/web/look/page-head.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { readSummaryMap } from '../contract.ts'
import { analyticsReportPath, analyticsSettingsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './analytics-page.module.css'
import { DeploymentsCard } from './deployments-card.tsx'
import { InventoryCard } from './inventory-card.tsx'
import { ModemsCard } from './modems-card.tsx'
import { UtilisationCard } from './utilisation-card.tsx'
import { WatermarksCard } from './watermarks-card.tsx'

const days = { hours24: 1, days7: 7, days30: 30, days90: 90 } as const
type Range = keyof typeof days

/** The analytics of an account: modems over time, deployments, utilisation and high watermarks. */
export function AnalyticsPage() {
  const t = useText()
  const account = useAccount()
  const [range, setRange] = useState<Range>('days7')
  const staff = useAllows(readMonitoring, account?.name)
  const query = useQueryOf(
    readSummaryMap,
    { query: { account: account?.name ?? '' } },
    { enabled: account !== null, refetchInterval: 60_000 },
  )
  if (!account) return null
  const ranges = (Object.keys(days) as Range[]).map((value) => ({ value, label: t(value) }))
  return (
    <Page kind="dashboard">
      <PageHeader
        title={t('analytics')}
        note={account.displayName}
        actions={
          <>
            <Button
              variant="default"
              to={analyticsReportPath({ account })}
              leftSection={<IconFileText size={15} aria-hidden />}
            >
              {t('report')}
            </Button>
            {staff && (
              <Button
                variant="default"
                to={analyticsSettingsPath({ account })}
                leftSection={<IconSettings size={15} aria-hidden />}
              >
                {t('settings')}
              </Button>
            )}
          </>
        }
      />
      <SegmentedControl aria-label={t('range')} options={ranges} value={range} onChange={setRange} />
      <div className={classes.panels}>
        <ModemsCard account={account.name} days={days[range]} />
        <div className={classes.wide}>
          <DeploymentsCard query={query} account={account.name} />
        </div>
        <UtilisationCard account={account.name} />
        <InventoryCard account={account.name} />
        <WatermarksCard account={account.name} />
      </div>
    </Page>
  )
}
