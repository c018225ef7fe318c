import { useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconArrowRight } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { useAccount } from '#kit/web/who/account.tsx'
import { readSummaryMap } from '../contract.ts'
import { accountAnalyticsPath } from '../paths.ts'
import { useText } from '../texts.ts'
import classes from './analytics-page.module.css'
import { DeploymentsCard } from './deployments-card.tsx'
import { ModemsCard } from './modems-card.tsx'

const days = { hours24: 1, days7: 7, days30: 30 } as const
type Range = keyof typeof days

/** The tab *Analytics* of an account: modems over time, its deployments, and the way to the whole page. */
export function AccountAnalytics({ account }: { account: string }) {
  const t = useText()
  const here = useAccount()
  const [range, setRange] = useState<Range>('hours24')
  const query = useQueryOf(readSummaryMap, { query: { account } }, { refetchInterval: 60_000 })
  return (
    <>
      <div className={classes.tools}>
        <SegmentedControl
          aria-label={t('range')}
          options={(Object.keys(days) as Range[]).map((value) => ({ value, label: t(value) }))}
          value={range}
          onChange={setRange}
        />
        {here && (
          <Button
            variant="default"
            to={accountAnalyticsPath({ account: here })}
            rightSection={<IconArrowRight size={15} aria-hidden />}
          >
            {t('openAnalytics')}
          </Button>
        )}
      </div>
      <ModemsCard account={account} days={days[range]} />
      <DeploymentsCard query={query} account={account} />
    </>
  )
}
