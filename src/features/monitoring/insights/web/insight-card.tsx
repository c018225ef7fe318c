import { Sparkline } from '#kit/web/chart/sparkline.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { InsightCard } from '../contract.ts'
import { useText } from '../texts.ts'
import { formatFigure, unitName } from './format-value.ts'
import classes from './insights.module.css'

/** An insight as a button: its name, newest value, and the line of the last 24 hours. */
export function InsightCardButton({
  card,
  chosen,
  onChoose,
}: {
  card: InsightCard
  chosen: boolean
  onChoose: () => void
}) {
  const t = useText()
  const { value, unit, state, beyond, object, deployment } = card
  const place = [object, deployment].filter(Boolean)[0] ?? ''
  const note =
    state === 'MISSING'
      ? t('overview.noData')
      : beyond > 0
        ? `${t('overview.beyond', { count: beyond })}${place ? `, ${place}` : ''}`
        : state === 'OK'
          ? t('overview.within')
          : place
  return (
    <button
      type="button"
      className={classes.card}
      data-state={state}
      aria-pressed={chosen}
      style={{ '--category': card.color } as Record<string, string>}
      onClick={onChoose}
    >
      <span className={classes.cardName}>{card.displayName}</span>
      <span className={classes.dot} role="img" aria-label={t(`state.${state}`)} />
      <span className={classes.cardValue}>
        {value === null ? (
          <span className={classes.missing}>{t('missing')}</span>
        ) : (
          <>
            <b>{unit === 'modems' ? formatCount(Math.round(value)) : formatFigure(value, unit)}</b> {unitName(unit)}
          </>
        )}
      </span>
      <span className={classes.cardLine}>
        <Sparkline points={card.points} colour="var(--shown)" />
      </span>
      <span className={classes.cardNote}>{note}</span>
    </button>
  )
}
