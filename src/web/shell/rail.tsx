import { Link, useLocation } from '@tanstack/react-router'
import { Suspense } from 'react'
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Count } from '#kit/web/look/count.tsx'
import { usePageIdle } from '#kit/web/page-idle.ts'
import type { NavItem, RailSection } from '#kit/web/pages.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useMe, usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'
import classes from './rail.module.css'

const DemoChip = lazyNamed(() => import('./demo-chip.tsx'), 'DemoChip')

const all = features.flatMap(({ rail }) => rail ?? [])

/** The sections of the portal; only rows that exist and that the user may open. */
export function Sidebar(props: { folded: boolean; onFold?: () => void; onPick?: () => void }) {
  const t = useText()
  const account = useAccount()
  const actor = usePrincipal()
  const me = useMe()
  const isSettled = usePageIdle()
  const { pathname } = useLocation()
  const rows = all.filter(
    (item) => item.to(account) !== null && evaluateGuard(item.guard, actor, account?.name).allowed,
  )
  const here = closest(rows, pathname, (item) => item.to(account))
  const open = here?.parent ?? here?.id
  const section = (name: RailSection) =>
    rows
      .filter((item) => item.section === name && (item.parent === undefined || item.parent === open))
      .sort(
        (a, b) =>
          order(rows, a) - order(rows, b) ||
          Number(a.parent !== undefined) - Number(b.parent !== undefined) ||
          a.order - b.order,
      )
  const draw = (item: NavItem) => (
    <RailRow
      key={item.id}
      item={item}
      to={item.to(account) ?? '/'}
      folded={props.folded}
      here={item === here}
      open={item.id === open}
      counted={isSettled}
      onPick={props.onPick}
    />
  )
  const [administration, ofAccount] = [section('administration'), section('account')]
  return (
    <nav className={classes.rail} data-folded={props.folded || undefined} aria-label={t('shell.rail')} data-shell>
      <div className={classes.rows}>
        {section('main').map(draw)}
        {administration.length > 0 && <div className={classes.heading}>{t('shell.administration')}</div>}
        {administration.map(draw)}
        {ofAccount.length > 0 && <div className={classes.heading}>{t('shell.account')}</div>}
        {ofAccount.map(draw)}
      </div>
      <Suspense>{isSettled && me.demo && <DemoChip folded={props.folded} />}</Suspense>
      {props.onFold && (
        <button
          type="button"
          className={classes.fold}
          onClick={props.onFold}
          aria-label={props.folded ? t('shell.unfold') : undefined}
        >
          {props.folded ? (
            <IconLayoutSidebarLeftExpand size={16} aria-hidden />
          ) : (
            <IconLayoutSidebarLeftCollapse size={16} aria-hidden />
          )}
          {!props.folded && t('shell.fold')}
        </button>
      )}
    </nav>
  )
}

function order(rows: readonly NavItem[], item: NavItem): number {
  return item.parent === undefined ? item.order : (rows.find(({ id }) => id === item.parent)?.order ?? item.order)
}

/** The row whose address is the longest prefix of the page's; sub-rows win over their section. */
function closest(
  rows: readonly NavItem[],
  pathname: string,
  address: (item: NavItem) => string | null,
): NavItem | undefined {
  let best: NavItem | undefined
  let length = -1
  for (const item of rows) {
    const path = (address(item) ?? '').split('?')[0] ?? ''
    const fits = pathname === path || pathname.startsWith(`${path}/`)
    if (!fits || path.length < length || (path.length === length && item.parent === undefined)) continue
    best = item
    length = path.length
  }
  return best
}

/** One row of the rail: a section with its icon, or a sub-row with a mark where one is set. */
function RailRow(props: {
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
