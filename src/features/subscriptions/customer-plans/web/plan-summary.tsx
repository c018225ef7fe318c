import { Avatar } from '#kit/web/look/face.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import type { CustomerPlanDetail } from '../contract.ts'
import { useSummaryText } from '../texts.ts'
import classes from './plan-summary.module.css'
import { SubscriptionBadge, useDaysLeft } from './subscription-badge.tsx'

/** The days of a year, which a full ring stands for. */
const RING_DAYS = 365
const DAY_MS = 86_400_000
const ROUND = 2 * Math.PI * 44

/** The plan with what is left of it: days, contract years, and what continues after the last day. */
export function PlanSummary({ found }: { found: CustomerPlanDetail }) {
  const t = useSummaryText()
  const { plan, expirationDate, daysLeft, csm } = found
  const daysLeftText = useDaysLeft()(found)
  const isSoon = found.state === 'EXPIRES_SOON' || found.state === 'EXPIRED'
  return (
    <section className={classes.card} style={plan ? { borderTopColor: plan.headerColour } : undefined}>
      <div className={classes.top}>
        {daysLeft !== null && (
          <div className={classes.ring} data-soon={isSoon || undefined}>
            <svg viewBox="0 0 100 100" aria-hidden>
              <circle cx="50" cy="50" r="44" />
              <circle
                cx="50"
                cy="50"
                r="44"
                data-left
                strokeDasharray={`${ROUND * Math.max(0, Math.min(1, daysLeft / RING_DAYS))} ${ROUND}`}
              />
            </svg>
            <strong>{Math.max(0, daysLeft)}</strong>
            <span>{t('daysLeft', { count: Math.max(0, daysLeft) })}</span>
          </div>
        )}
        <div className={classes.text}>
          <h2>
            <span className={classes.name}>{plan?.name ?? t('noPlan')}</span> <SubscriptionBadge row={found} />
          </h2>
          <p>{expirationDate ? t('until', { day: formatDate(expirationDate), left: daysLeftText }) : t('noEnd')}</p>
          {csm && (
            <p className={classes.csm}>
              <Avatar name={csm.fullName} size={20} /> {t('csm', { name: csm.fullName })}
            </p>
          )}
        </div>
      </div>
      <ContractBar found={found} />
      <p className={classes.after}>{t('after')}</p>
    </section>
  )
}

/** The years of the contract on one line, filled up to today. */
function ContractBar({ found }: { found: CustomerPlanDetail }) {
  const t = useSummaryText()
  const { contractStartDate: start, contractLength: years } = found
  if (!start || !years) return null
  const end = new Date(start)
  end.setUTCFullYear(end.getUTCFullYear() + years)
  const last = new Date(end.getTime() - DAY_MS).toISOString().slice(0, 10)
  const passedShare = Math.max(0, Math.min(1, (Date.now() - Date.parse(start)) / (end.getTime() - Date.parse(start))))
  return (
    <div>
      <div className={classes.bar} aria-hidden>
        {[...Array(years).keys()].map((year) => (
          <span key={year}>
            <span style={{ width: `${100 * Math.max(0, Math.min(1, passedShare * years - year))}%` }} />
          </span>
        ))}
      </div>
      <div className={classes.dates}>
        <span>{formatDate(start)}</span>
        <span>{t('contract', { count: years })}</span>
        <span>{formatDate(last)}</span>
      </div>
    </div>
  )
}
