import { useText } from '../text/kit-text.ts'
import classes from './chart.module.css'

/** The scale of a heat map, with its ends, and the colour of missing values. */
export function HeatScale({ from, to }: { from: string; to: string }) {
  const t = useText()
  return (
    <div className={classes.scale}>
      <div className={classes.scaleBar} />
      <div className={classes.scaleEnds}>
        <span>{from}</span>
        <span>{to}</span>
      </div>
      <div className={classes.scaleMissing}>
        <span className={classes.hatched} />
        {t('chart.missing')}
      </div>
    </div>
  )
}
