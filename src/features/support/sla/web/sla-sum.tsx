import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDateTime } from '#kit/web/time/time.ts'
import type { SlaReceipt, SlaViewName } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sla.module.css'

/** The formula of the figure with its numbers. */
export function SlaSum({ receipt, view }: { receipt: SlaReceipt; view: SlaViewName }) {
  const t = useText()
  const { availability, lostModemMinutes, totalModemMinutes } = receipt[view]
  if (receipt.totalDeviceCount === null || totalModemMinutes === null)
    return <p className={classes.why}>{t('receipt.countsMissing')}</p>
  const lines: readonly (readonly [string, string])[] = [
    [t('receipt.devicesMinutes'), `${formatCount(receipt.totalDeviceCount)} × ${formatCount(receipt.minutesInMonth)}`],
    ['', `= ${formatCount(totalModemMinutes)}`],
    [t('receipt.lostMinutes'), formatCount(lostModemMinutes)],
    [t('receipt.formula'), `100 × (1 − ${formatCount(lostModemMinutes)} ÷ ${formatCount(totalModemMinutes)})`],
    [t('receipt.cut'), availability ?? t('matrix.missing')],
  ]
  return (
    <div>
      <h3>{t('receipt.sum')}</h3>
      <dl className={classes.sum}>
        {lines.map(([name, value]) => (
          <div key={value}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {receipt.lastUpdateTime && (
        <p className={classes.why}>{t('receipt.countsAt', { at: formatDateTime(receipt.lastUpdateTime) })}</p>
      )}
    </div>
  )
}
