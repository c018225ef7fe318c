import { VisuallyHidden } from '@mantine/core'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { ErrorState } from '#kit/web/states/failed.tsx'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { readSubscriptionUsage, type ServiceUsage } from '../contract.ts'
import classes from './limit-tiles.module.css'
import { useText } from './text.ts'

/** The share of a limit from which its bar warns. */
const NEAR = 0.9

/** The limits of an account, each with its use. */
export function LimitTiles({ id }: { id: string }) {
  const t = useText()
  const { data, error, refetch } = useQueryOf(readSubscriptionUsage, { params: { id } })
  return (
    <section className={classes.tiles}>
      <VisuallyHidden component="h2">{t('usage.title')}</VisuallyHidden>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows rows={4} />}
      {data?._embedded.limits.map((usage) => (
        <LimitTile key={usage.facet.name} usage={usage} />
      ))}
    </section>
  )
}

function LimitTile({ usage: { facet, used, limit, exceeded } }: { usage: ServiceUsage }) {
  const t = useText()
  const shown = (count: number) => (facet.unit === 'bytes' ? formatBytes(count) : formatCount(count))
  const share = limit === null ? 0 : limit === 0 ? 1 : Math.min(1, used / limit)
  const tone = exceeded ? 'red' : share >= NEAR ? 'orange' : undefined
  const rest =
    limit === null ? t('usage.none') : exceeded ? t('usage.exceeded') : t('usage.left', { rest: shown(limit - used) })
  return (
    <div className={classes.tile}>
      <h3>{facet.subcategory}</h3>
      <p className={classes.figure}>
        <strong>{shown(used)}</strong> {limit !== null && t('usage.of', { limit: shown(limit) })}
      </p>
      <div className={classes.bar} data-tone={tone} data-none={limit === null || undefined} aria-hidden>
        <span style={{ width: `${100 * share}%` }} />
      </div>
      <p className={classes.rest} data-tone={tone}>
        {rest}
      </p>
    </div>
  )
}
