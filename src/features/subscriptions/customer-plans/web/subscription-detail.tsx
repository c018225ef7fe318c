import { Link } from '@tanstack/react-router'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconCheck } from '#kit/web/icons/icons.generated.ts'
import { Parts } from '#kit/web/parts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import {
  type CustomerPlan,
  type Reminder,
  readCustomerPlan,
  readSubscriptionUsage,
  type ServiceUsage,
} from '../contract.ts'
import { subscriptionPath } from '../paths.ts'
import { useDetailText, useTermsText } from '../texts.ts'
import { shareOf, toneOf } from './limit-share.ts'
import { subscriptionPanels } from './places.ts'
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

/** The use of a limit in one line: name, bar, and both numbers. */
function LimitBar({ usage }: { usage: ServiceUsage }) {
  const t = useTermsText()
  const { facet, used, limit } = usage
  const shown = (count: number) => (facet.unit === 'bytes' ? formatBytes(count) : formatCount(count))
  return (
    <div className={classes.limit}>
      <span>{facet.subcategory}</span>
      <span className={classes.bar} data-tone={toneOf(usage)} aria-hidden>
        <i style={{ width: `${100 * shareOf(usage)}%` }} />
      </span>
      <span className={classes.numbers}>
        {shown(used)} {limit !== null && t('usage.of', { limit: shown(limit) })}
      </span>
    </div>
  )
}

/** The reminders of an expiration date as steps: sent, due, or past without having been sent. */
function ReminderSteps({ reminders, daysLeft }: { reminders: readonly Reminder[]; daysLeft: number }) {
  const t = useDetailText()
  return (
    <ol className={classes.steps}>
      {reminders.map(({ threshold, day, sent }) => {
        const past = daysLeft < threshold
        const state = sent ? t('sent', { at: formatDateTime(sent) }) : past ? t('missed') : t('due')
        return (
          <li key={threshold} data-state={sent ? 'sent' : past ? 'missed' : 'due'} title={state}>
            <span className={classes.dot}>{sent && <IconCheck size={12} aria-hidden />}</span>
            <strong>{threshold < 0 ? t('after') : t('before', { count: threshold })}</strong>
            <time dateTime={day}>{formatDate(day)}</time>
            <span className={classes.state}>{sent ? t('sent', { at: '' }).trim() : state}</span>
          </li>
        )
      })}
    </ol>
  )
}
