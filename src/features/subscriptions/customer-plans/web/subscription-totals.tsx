import { useQueryOf } from '#kit/web/data/query.ts'
import { formatMoney } from '#kit/web/text/money.ts'
import { readSubscriptionTotals } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './subscription-totals.module.css'

/** The sums of the listed subscriptions, a line for each currency. */
export function SubscriptionTotals({ filters }: { filters: Record<string, unknown> }) {
  const t = useText()
  const { data } = useQueryOf(readSubscriptionTotals, { query: filters }, { keep: true })
  if (!data?.totals.length) return null
  return (
    <section className={classes.totals} aria-label={t('totals.title')}>
      {data.totals.map(({ currency, subscriptions, contractValue, arr, mrr }) => (
        <p key={currency}>
          <strong>{t('totals.of', { currency, count: subscriptions })}</strong>
          {(['value', 'arr', 'mrr'] as const).map((name) => (
            <span key={name}>
              {t(`list.${name}`)}{' '}
              <b translate="no">{formatMoney({ value: contractValue, arr, mrr }[name], currency)}</b>
            </span>
          ))}
        </p>
      ))}
    </section>
  )
}
