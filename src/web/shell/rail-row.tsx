import { NavLink } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Count } from '#kit/web/look/count.tsx'
import type { RailItem } from '#kit/web/pages.ts'
import classes from './rail.module.css'

/** One row of the rail: a section with its sign, or a sub-row with a mark where one is. */
export function RailRow(props: {
  item: RailItem
  to: string
  folded: boolean
  here: boolean
  open: boolean
  onPick: (() => void) | undefined
}) {
  const { item, folded } = props
  const count = (item.useCount ?? noCount)()
  const label = item.label()
  if (folded && item.parent) return null
  const Icon = item.icon
  return (
    <NavLink
      component={Link}
      to={props.to}
      activeProps={noProps}
      activeOptions={exactly}
      aria-current={props.here ? 'page' : undefined}
      aria-label={folded ? label : undefined}
      title={folded ? label : undefined}
      className={item.parent ? classes.sub : classes.row}
      data-open={props.open || undefined}
      data-here={props.here || undefined}
      label={folded ? null : label}
      leftSection={Icon && <Icon size={16} aria-hidden />}
      rightSection={
        !folded && count && count.count > 0 ? <Count value={count.count} tone={count.live ? 'red' : 'plain'} /> : null
      }
      onClick={() => props.onPick?.()}
    />
  )
}

const noProps = {}
const exactly = { exact: true }

function noCount() {
  return null
}
