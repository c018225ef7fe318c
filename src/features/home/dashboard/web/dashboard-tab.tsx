import { dashboardCards, dashboardGraph } from '#features/accounts/account-pages/web/index.ts'
import type { Account, SupportStats } from '#features/accounts/accounts/contract.ts'
import type { OnboardingChecklist } from '#features/home/checklist/contract.ts'
import { ChecklistCard } from '#features/home/checklist/web/index.ts'
import { RecentActivity } from '#features/platform/audit/web/index.ts'
import { Parts } from '#kit/web/parts.tsx'
import { AccountFigures } from './account-stats.tsx'
import classes from './dashboard-tab.module.css'
import { DeploymentsCard } from './deployments-card.tsx'
import { OpenCasesCard } from './open-cases-card.tsx'
import { OutageStrip } from './outage-strip.tsx'
import { TeamCard } from './team-card.tsx'
import type { OpenCases } from './use-open-cases.ts'
import { WeeksCard } from './weeks-card.tsx'

/**
 * The account at a glance: outages first, then figures, the trend, open cases, deployments, and contacts. `cases` is
 * null for users who may not see them.
 */
export function DashboardTab(props: {
  account: Account
  stats: SupportStats | undefined
  cases: OpenCases | null
  checklist: OnboardingChecklist | null
}) {
  const { account, stats, cases, checklist } = props
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
          <TeamCard account={account} cases={rows} />
          <RecentActivity account={account.name} />
        </div>
      </div>
    </>
  )
}
