import { formatDateTime } from '#kit/web/time/time.ts'
import type { SlaReceipt, SlaViewName } from '../contract.ts'
import classes from './sla.module.css'
import { useText } from './text.ts'

/** The formula of the figure with its numbers. */
export function SlaSum({ receipt, view }: { receipt: SlaReceipt; view: SlaViewName }) {
  const t = useText()
  const number = (value: number) => value.toLocaleString('en')
  const { availability, lostModemMinutes, totalModemMinutes } = receipt[view]
  if (receipt.totalDeviceCount === null || totalModemMinutes === null)
    return <p className={classes.why}>{t('receipt.countsMissing')}</p>
  const lines: readonly (readonly [string, string])[] = [
    [t('receipt.devicesMinutes'), `${number(receipt.totalDeviceCount)} × ${number(receipt.minutesInMonth)}`],
    ['', `= ${number(totalModemMinutes)}`],
    [t('receipt.lostMinutes'), number(lostModemMinutes)],
    [t('receipt.formula'), `100 × (1 − ${number(lostModemMinutes)} ÷ ${number(totalModemMinutes)})`],
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
