import { Link } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Parts } from '#kit/web/parts.tsx'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
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
  const { data, error, refetch } = useQueryOf(readSubscriptionUsage, { params: { id: row.id } })
  const limits = data?._embedded.limits.filter(({ limit }) => limit !== null)
  return (
    <section>
      <header>
        <h2>{t('usage')}</h2>
        <Link to={subscriptionPath({ subscriptionId: row.id })}>{t('preview')}</Link>
      </header>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={3} />}
      {limits?.length === 0 && <p>{t('noLimits')}</p>}
      {limits?.map((usage) => (
        <LimitBar key={usage.facet.name} usage={usage} />
      ))}
    </section>
  )
}

function Reminders({ row }: { row: CustomerPlan }) {
  const t = useDetailText()
  const { data, error, refetch } = useQueryOf(readCustomerPlan, { params: { id: row.id } })
  return (
    <section>
      <header>
        <h2>{t('reminders')}</h2>
      </header>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={2} />}
      {data?.reminders.length === 0 && <p>{t('noDate')}</p>}
      {data && data.reminders.length > 0 && (
        <>
          <ReminderSteps reminders={data.reminders} daysLeft={data.daysLeft ?? 0} />
          <p>{data.csm ? t('toCsm', { name: data.csm.fullName }) : t('to')}</p>
        </>
      )}
    </section>
  )
}
