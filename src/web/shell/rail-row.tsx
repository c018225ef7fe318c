import { Link } from '@tanstack/react-router'
import { Count } from '#kit/web/look/count.tsx'
import type { NavItem } from '#kit/web/pages.ts'
import classes from './rail.module.css'

/** One row of the rail: a section with its icon, or a sub-row with a mark where one is set. */
export function RailRow(props: {
  item: NavItem
  to: string
  folded: boolean
  here: boolean
  open: boolean
  /** Counts are requested after the page. */
  counted: boolean
  onPick: (() => void) | undefined
}) {
  const { item, folded } = props
  const label = item.label()
  // Also where it is not shown, because the count keeps a list on the page fresh.
  const count = props.counted && item.useCount && <RowCount useCount={item.useCount} hidden={folded} />
  if (folded && item.parent) return count
  const Icon = item.icon
  return (
    <Link
      to={props.to}
      activeProps={noProps}
      activeOptions={exactly}
      aria-current={props.here ? 'page' : undefined}
      aria-label={folded ? label : undefined}
      title={folded ? label : undefined}
      className={item.parent ? classes.sub : classes.row}
      data-open={props.open || undefined}
      data-here={props.here || undefined}
      onClick={() => props.onPick?.()}
    >
      {Icon && !item.parent && <Icon size={16} aria-hidden />}
      {!folded && <span className={classes.label}>{label}</span>}
      {count}
    </Link>
  )
}

const noProps = {}
const exactly = { exact: true }

function RowCount({ useCount, hidden }: { useCount: NonNullable<NavItem['useCount']>; hidden: boolean }) {
  const count = useCount()
  return !hidden && count && count.count > 0 ? <Count value={count.count} tone={count.live ? 'red' : 'plain'} /> : null
}
