import { formatBytes } from '#kit/web/form/bytes.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import type { ServiceUsage } from '../contract.ts'
import { useTermsText } from '../texts.ts'
import { shareOf, toneOf } from './limit-share.ts'
import classes from './subscription-detail.module.css'

/** The use of a limit in one line: name, bar, and both numbers. */
export function LimitBar({ usage }: { usage: ServiceUsage }) {
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
