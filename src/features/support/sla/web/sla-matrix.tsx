import { Card } from '#kit/web/look/card.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import { type SlaPeriod, type SlaStat, type SlaViewName, slaFamilies } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './sla.module.css'

type Props = {
  /** Oldest first. */
  readonly stats: readonly SlaStat[]
  /** The months with those of the child accounts. */
  readonly together: readonly SlaPeriod[]
  readonly view: SlaViewName
  readonly open: string | undefined
  readonly onOpen: (month: string) => void
}

/** Availability by device family and month; a figure of all devices opens the outages behind it. */
export function SlaMatrix({ stats, together, view, open, onOpen }: Props) {
  const t = useText()
  const last = stats.at(-1)!
  const hasChildren = together.some(({ months }) => months > 1)
  const sums = new Map(together.map((period) => [period.period, period[view].availability]))
  const count = (devices: number | null) => (devices === null ? t('matrix.missing') : formatCount(devices))
  return (
    <Card flush title={t('matrix.title')} note={t(`view.${view}`)}>
      <div className={classes.scroll}>
        <table className={classes.matrix} aria-label={t('matrix.title')}>
          <thead>
            <tr>
              <th scope="col">{t('matrix.family')}</th>
              <th scope="col">{t('matrix.devices')}</th>
              {stats.map(({ yearMonth, preliminary }) => (
                <th key={yearMonth} scope="col">
                  {monthName(yearMonth)}
                  {preliminary && <span className={classes.quiet}>{t('matrix.preliminary')}</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <tr className={classes.all}>
              <th scope="row">{t('family.all')}</th>
              <td>{count(last.totalDeviceCount)}</td>
              {stats.map((stat) => {
                const value = stat[view].availability ?? t('matrix.missing')
                const month = monthName(stat.yearMonth)
                return (
                  <td key={stat.yearMonth} data-open={stat.yearMonth === open || undefined}>
                    <button
                      type="button"
                      aria-expanded={stat.yearMonth === open}
                      aria-label={t('page.open', { value, month })}
                      onClick={() => onOpen(stat.yearMonth)}
                    >
                      {value}
                    </button>
                  </td>
                )
              })}
            </tr>
            {slaFamilies.map((family) => (
              <tr key={family} data-part={family === 'cnD31' || family === 'd31' || undefined}>
                <th scope="row">{t(`family.${family}`)}</th>
                <td>{count(last[view].families[family].devices)}</td>
                {stats.map((stat) => (
                  <td key={stat.yearMonth}>
                    {stat[view].families[family].availability ?? (
                      <span className={classes.missing}>{t('matrix.missing')}</span>
                    )}
                  </td>
                ))}
              </tr>
            ))}
            {hasChildren && (
              <tr className={classes.all}>
                <th scope="row">{t('family.children')}</th>
                <td />
                {stats.map(({ yearMonth }) => (
                  <td key={yearMonth}>
                    {sums.get(yearMonth) ?? <span className={classes.missing}>{t('matrix.missing')}</span>}
                  </td>
                ))}
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Card>
  )
}
