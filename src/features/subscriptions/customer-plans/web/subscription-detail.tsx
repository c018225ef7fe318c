import { Link } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Parts } from '#kit/web/parts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type CustomerPlan, readCustomerPlan, readSubscriptionUsage } from '../contract.ts'
import { subscriptionPath } from '../paths.ts'
import { useDetailText } from '../texts.ts'
import { LimitBar } from './limit-bar.tsx'
import { subscriptionPanels } from './places.ts'
import { ReminderSteps } from './reminder-steps.tsx'
import classes from './subscription-detail.module.css'

/** What opens under a row of the list: panels of other features, the limits with their use, and the reminders. */
export function SubscriptionDetail({ row }: { row: CustomerPlan }) {
  return (
    <div className={classes.panels}>
      <Parts place={subscriptionPanels} account={row.account} accountId={row.accountId} />
      <Limits row={row} />
      <Reminders row={row} />
    </div>
  )
}

function Limits({ row }: { row: CustomerPlan }) {
  const t = useDetailText()
  const query = useQueryOf(readSubscriptionUsage, { params: { id: row.id } })
  return (
    <section>
      <header>
        <h2>{t('usage')}</h2>
        <Link to={subscriptionPath({ subscriptionId: row.id })}>{t('preview')}</Link>
      </header>
      <QueryView query={query} rows={3}>
        {({ _embedded }) => {
          const limits = _embedded.limits.filter(({ limit }) => limit !== null)
          if (limits.length === 0) return <p>{t('noLimits')}</p>
          return limits.map((usage) => <LimitBar key={usage.facet.name} usage={usage} />)
        }}
      </QueryView>
    </section>
  )
}

function Reminders({ row }: { row: CustomerPlan }) {
  const t = useDetailText()
  const query = useQueryOf(readCustomerPlan, { params: { id: row.id } })
  return (
    <section>
      <header>
        <h2>{t('reminders')}</h2>
      </header>
      <QueryView query={query} rows={2}>
        {(data) => (
          <>
            {data?.reminders.length === 0 && <p>{t('noDate')}</p>}
            {data.reminders.length > 0 && (
              <>
                <ReminderSteps reminders={data.reminders} daysLeft={data.daysLeft ?? 0} />
                <p>{data.csm ? t('toCsm', { name: data.csm.fullName }) : t('to')}</p>
              </>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}
