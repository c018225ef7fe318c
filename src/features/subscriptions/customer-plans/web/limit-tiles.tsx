import { VisuallyHidden } from '@mantine/core'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { readSubscriptionUsage, type ServiceUsage } from '../contract.ts'
import { useTermsText } from '../texts.ts'
import { shareOf, toneOf } from './limit-share.ts'
import classes from './limit-tiles.module.css'

/** The limits of an account, each with its use. */
export function LimitTiles({ id }: { id: string }) {
  const t = useTermsText()
  const query = useQueryOf(readSubscriptionUsage, { params: { id } })
  return (
    <section className={classes.tiles}>
      <VisuallyHidden component="h2">{t('usage.title')}</VisuallyHidden>
      <QueryView query={query} rows={4}>
        {(data) => data._embedded.limits.map((usage) => <LimitTile key={usage.facet.name} usage={usage} />)}
      </QueryView>
    </section>
  )
}

function LimitTile({ usage }: { usage: ServiceUsage }) {
  const { facet, used, limit, exceeded } = usage
  const t = useTermsText()
  const shown = (count: number) => (facet.unit === 'bytes' ? formatBytes(count) : formatCount(count))
  const tone = toneOf(usage)
  const rest =
    limit === null ? t('usage.none') : exceeded ? t('usage.exceeded') : t('usage.left', { rest: shown(limit - used) })
  return (
    <div className={classes.tile}>
      <h3>{facet.subcategory}</h3>
      <p className={classes.figure}>
        <strong>{shown(used)}</strong> {limit !== null && t('usage.of', { limit: shown(limit) })}
      </p>
      <div className={classes.bar} data-tone={tone} data-none={limit === null || undefined} aria-hidden>
        <span style={{ width: `${100 * shareOf(usage)}%` }} />
      </div>
      <p className={classes.rest} data-tone={tone}>
        {rest}
      </p>
    </div>
  )
}
