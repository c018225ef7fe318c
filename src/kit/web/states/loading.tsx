import { useText } from '../text/kit-text.ts'
import classes from './loading.module.css'

const widths = [82, 66, 91, 54, 72]

/** The shape of a list that is loading. Invisible for 300 ms, so that a fast response never flickers. */
export function LoadingRows({ rows = 5 }: { rows?: number }) {
  const t = useText()
  return (
    <div className={classes.rows} role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, index) => index).map((index) => (
        <div key={index} className={classes.line} style={{ opacity: 1 - index / (rows + 1) }}>
          <i className={classes.box} />
          <i className={classes.bar} style={{ width: '4rem' }} />
          <span className="grow">
            <i className={classes.bar} style={{ width: `${widths[index % widths.length]}%` }} />
          </span>
          <i className={classes.pill} />
        </div>
      ))}
    </div>
  )
}
