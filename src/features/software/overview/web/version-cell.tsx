import { Link } from '@tanstack/react-router'
import { releasePath } from '#features/software/release-pages/paths.ts'
import { readReleases } from '#features/software/releases/contract.ts'
import { Badge, StateBadge, useStateLabel } from '#kit/web/look/badge.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { OverviewRow } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './overview.module.css'

/** From here on an account is far behind. */
const FAR = 3

/**
 * The version that an account has of a product, its state as a colour, and how far it is behind; opens the release. A
 * grid is one stop of the Tab key: in it Enter opens the releases of the account.
 */
export function VersionCell({ row, inGrid = false }: { row: OverviewRow; inGrid?: boolean }) {
  const t = useText()
  const stateLabel = useStateLabel()
  const behind = useBehindText(row)
  const mayOpen = useAllows(readReleases)
  const facts = [stateLabel('file', row.state), ...(behind ? [behind] : [])].join(', ')
  const version = versionOf(row)
  const { account, accountId, accountDisplayName, product, release } = row
  const badge = (
    <StateBadge kind="file" state={row.state}>
      {version}
    </StateBadge>
  )
  return (
    <span className={classes.cell} title={facts} translate="no">
      {mayOpen ? (
        <Link
          to={releasePath({ account, accountId, releaseId: release.id })}
          tabIndex={inGrid ? -1 : undefined}
          aria-label={t('cell', { account: accountDisplayName, product, version, facts })}
          onClick={(event) => inGrid && event.stopPropagation()}
        >
          {badge}
        </Link>
      ) : (
        badge
      )}
      <Behind row={row} />
    </span>
  )
}

/** How many versions an account is behind the newest; nothing where it has the newest. */
export function Behind({ row: { behind } }: { row: OverviewRow }) {
  if (behind === 0) return null
  return (
    <Badge plain colour={behind >= FAR ? 'red' : 'dark-yellow'}>
      −{behind}
    </Badge>
  )
}

/** How far a row is behind the newest version, in words; undefined where no version is known to be the newest. */
export function useBehindText({ behind, newest }: OverviewRow): string | undefined {
  const t = useText()
  if (behind > 0) return t('isBehind', { count: behind, newest: newest?.version ?? newest?.name ?? '' })
  return newest ? t('isNewest') : undefined
}

/** The version of a row; of a bundle without one its name. */
export function versionOf({ bundle: { version, name } }: OverviewRow): string {
  return version ?? name
}
