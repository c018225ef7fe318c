import { Card } from '#kit/web/look/card.tsx'
import type { Certificate } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './certificates.module.css'

const YEAR = 365
const marks = [7, 30, 60, 182, YEAR, 2 * YEAR, 5 * YEAR, 10 * YEAR]
/** The root scale gives the next weeks most of the width. */
const placeOf = (days: number, longest: number) => `${Math.sqrt(Math.min(days, longest) / longest) * 100}%`

/** The days left of the valid certificates on one line. */
export function ExpiryCard({ certificates }: { certificates: readonly Certificate[] }) {
  const t = useText()
  const valid = certificates.filter(({ state }) => state === 'VALID')
  if (valid.length === 0) return null
  const most = Math.max(...valid.map(({ daysLeft }) => daysLeft))
  const longest = marks.find((mark) => mark >= most) ?? marks.at(-1)!
  const soon = valid.filter(({ daysLeft }) => daysLeft <= 30).length
  return (
    <Card title={t('expiry.title')} note={t('expiry.note')}>
      <div className={classes.axis} aria-hidden>
        <span>{t('expiry.today')}</span>
        {marks
          .filter((mark) => mark <= longest && mark !== 7)
          .map((mark) => (
            <span key={mark} style={{ left: placeOf(mark, longest) }}>
              {mark < YEAR ? t('expiry.days', { count: mark }) : t('expiry.years', { count: mark / YEAR })}
            </span>
          ))}
      </div>
      <div className={classes.lane}>
        {[30, 60].map(
          (mark) =>
            mark <= longest && <span key={mark} className={classes.zone} style={{ width: placeOf(mark, longest) }} />,
        )}
        {valid.map(({ id, name, daysLeft }) => (
          <span
            key={id}
            role="img"
            className={classes.dot}
            data-when={daysLeft <= 30 ? 'soon' : daysLeft <= 60 ? 'next' : undefined}
            style={{ left: placeOf(daysLeft, longest) }}
            title={t('expiry.dot', { name, days: daysLeft })}
            aria-label={t('expiry.dot', { name, days: daysLeft })}
          />
        ))}
      </div>
      <p className={classes.legend}>
        <span data-when={soon > 0 ? 'soon' : undefined}>{t('expiry.within', { count: soon })}</span>
        <span>{t('expiry.later', { count: valid.length - soon })}</span>
      </p>
    </Card>
  )
}
