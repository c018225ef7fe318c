import { IconArrowRight, IconFileText, IconKey, IconLock } from '@tabler/icons-react'
import { Link, useSearch } from '@tanstack/react-router'
import { isVendor, isVendorRole, type Role, roleNames } from '#features/roles/contract.ts'
import type { RailItem } from '#kit/web/pages.ts'
import { State } from '#kit/web/states/state.tsx'
import { useText } from '#kit/web/text/kit-text.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { useActor } from '#kit/web/who/me.tsx'
import { judge } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'
import classes from './denied.module.css'

const NEAREST = 3
const NAMED = 3

/** A refused page: which, what is missing, whom to ask, and the nearest pages that the person may see. */
export function Denied() {
  const t = useText()
  const account = useAccount()
  const actor = useActor()
  const { page, right, from } = useSearch({ strict: false }) as { page?: string; right?: string; from?: string }
  const roles = rolesWith(right, isVendor(actor))
  const own = [...new Set(actor.roles.map(({ role }) => nameOf(role)))].join(', ')
  const open = features
    .flatMap(({ rail }) => rail ?? [])
    .filter((item) => item.to(account) !== null && judge(item.guard, actor, account?.name).allowed)
    .sort((a, b) => shared(b.to(account), from) - shared(a.to(account), from) || a.order - b.order)
    .slice(0, NEAREST)
  return (
    <State
      page
      colour="purple"
      icon={<IconLock size={28} aria-hidden />}
      title={t('denied.title', { page: page ?? t('denied.this') })}
      foot={
        <div className={classes.foot}>
          {(open.length > 0 || roles.length > 0) && (
            <ul className={classes.pages}>
              {roles.length > 0 && <RolesLine roles={roles} right={right ?? ''} />}
              {open.map((item, place) => (
                <li key={item.id}>
                  <Link to={item.to(account) ?? '/'}>
                    {pageIcon(item.icon)}
                    <span className="grow">
                      <strong>{item.label()}</strong>
                      {place === 0 && <span>{t('denied.nearest')}</span>}
                    </span>
                    <IconArrowRight size={16} aria-hidden />
                  </Link>
                </li>
              ))}
            </ul>
          )}
          <button type="button" className={classes.back} onClick={() => history.back()}>
            {t('back')}
          </button>
        </div>
      }
    >
      {right && roles.length === 0 && !isVendor(actor) ? `${t('denied.staff')} ` : ''}
      {t('denied.text', { own })}
    </State>
  )
}

/** Which roles have the right that is missing. */
function RolesLine({ roles, right }: { roles: readonly string[]; right: string }) {
  const t = useText()
  const named = roles.slice(0, NAMED).join(', ')
  const more = roles.length - NAMED
  return (
    <li className={classes.roles}>
      <IconKey size={16} aria-hidden />
      <span>
        <strong>{more > 0 ? t('denied.more', { roles: named, count: more }) : named}</strong>
        <span>{t(roles.length > 1 ? 'denied.rightMany' : 'denied.right', { right })}</span>
      </span>
    </li>
  )
}

/** The roles on the person's own side, vendor or customer, that a page's guard lets in for this right. */
function rolesWith(right: string | undefined, vendor: boolean): readonly string[] {
  const wanted = features.flatMap(({ pages }) => pages).flatMap(({ guard }) => guard?.only ?? [])
  const found = wanted.find((one) => (typeof one === 'string' ? one : one.name) === right)
  if (found === undefined) return []
  const roles = typeof found === 'string' ? [found] : found.grants.map(({ role }) => role)
  return roles.filter((role) => isVendorRole(role) === vendor).map(nameOf)
}

function nameOf(role: string): string {
  return roleNames[role as Role] ?? role
}

function pageIcon(Icon: RailItem['icon'] = IconFileText) {
  return <Icon size={16} aria-hidden />
}

/** How many first segments two addresses share. */
function shared(path: string | null, from = ''): number {
  const [a, b] = [(path ?? '').split('/'), from.split('/')]
  const apart = a.findIndex((segment, index) => segment !== b[index])
  return apart < 0 ? a.length : apart
}
