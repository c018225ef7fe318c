import { Link, useSearch } from '@tanstack/react-router'
import { Suspense } from 'react'
import { isVendor, type Role, roleNames } from '#features/access/roles/contract.ts'
import { findPermissionOrRole, rolesGranting } from '#features/users/access-requests/contract.ts'
import { RequestAccessButton } from '#features/users/access-requests/web/index.ts'
import type { Principal } from '#kit/contract/permission.ts'
import { IconArrowRight, IconFileText, IconLock } from '#kit/web/icons/icons.generated.ts'
import { usePageLabel } from '#kit/web/page-label.ts'
import type { FeaturePage, NavItem } from '#kit/web/pages.ts'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText as useKitText } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, useAccount, useAccounts } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'
import { pageAt } from '../page-at.ts'
import { useDeniedText } from '../texts.ts'
import classes from './denied.module.css'

const NEAREST = 2

/**
 * The page shown when access is denied: which role is missing, who can give it, and the nearest pages that the user may
 * see.
 */
export function Denied() {
  const t = useDeniedText()
  const kit = useKitText()
  usePageLabel(kit('shell.denied'), { nowhere: true })
  const actor = usePrincipal()
  const { from } = useSearch({ strict: false }) as { from?: string }
  const deniedPage = pageAt(features, from ?? '')
  const accounts = useAccounts()
  const chosenAccount = useAccount()
  const account = accounts.find(({ id }) => id === deniedPage?.params.accountId) ?? chosenAccount
  const missing = missingFor(deniedPage?.page, actor, account)
  const open = features
    .flatMap(({ rail }) => rail ?? [])
    .filter((item) => item.to(account) !== null && evaluateGuard(item.guard, actor, account?.name).allowed)
    .sort((a, b) => sharedSegments(b.to(account), from) - sharedSegments(a.to(account), from) || a.order - b.order)
    .slice(0, NEAREST)
  return (
    <EmptyState
      page
      colour="purple"
      icon={<IconLock size={28} aria-hidden />}
      title={t('title', { page: deniedPage?.page.label() ?? t('this') })}
      foot={
        <div className={classes.foot}>
          <ul className={classes.pages}>
            <Suspense>{missing && <RequestAccessButton right={missing.right} account={account} />}</Suspense>
            {open.map((item, place) => (
              <li key={item.id}>
                <Link to={item.to(account) ?? '/'}>
                  {pageIcon(item.icon)}
                  <span className="grow">
                    <strong>{item.label()}</strong>
                    {place === 0 && <span>{t('nearest')}</span>}
                  </span>
                  <IconArrowRight size={16} aria-hidden />
                </Link>
              </li>
            ))}
          </ul>
          <button type="button" className={classes.back} onClick={() => history.back()}>
            {kit('back')}
          </button>
        </div>
      }
    >
      {missing ? (
        <NeededRoles roles={missing.roles} account={isVendor(actor) ? null : account} />
      ) : (
        <WithoutWay staffOnly={deniedPage !== undefined && !isVendor(actor)} />
      )}
    </EmptyState>
  )
}

/** The roles that would be sufficient. */
function NeededRoles({ roles, account }: { roles: readonly Role[]; account: AccountChoice | null }) {
  const t = useDeniedText()
  const own = useOwnRoles()
  const names = roles.map((role) => roleNames[role])
  const first = names.slice(0, -1).join(', ')
  const last = names.at(-1) ?? ''
  const role = first ? t('or', { roles: first, role: last }) : last
  const words = account ? t('needs', { account: account.displayName }) : t('needsAnywhere')
  const [before, after] = words.split('{role}')
  return (
    <>
      {before}
      <strong>{role}</strong>
      {after} {t('are', { own })}
    </>
  )
}

function WithoutWay({ staffOnly }: { staffOnly: boolean }) {
  const t = useDeniedText()
  const own = useOwnRoles()
  return `${staffOnly ? `${t('staff')} ` : ''}${t('text', { own })}`
}

function useOwnRoles(): string {
  const { roles } = usePrincipal()
  return [...new Set(roles.map(({ role }) => roleNames[role as Role] ?? role))].join(', ')
}

/** The first permission of the page's guard that some role of the user's own kind grants. */
function missingFor(page: FeaturePage | undefined, actor: Principal, account: AccountChoice | null) {
  return (page?.guard?.only ?? [])
    .flatMap((one) => (typeof one === 'string' ? (findPermissionOrRole(one) ?? []) : one))
    .map((permissionOrRole) => ({
      right: permissionOrRole.name,
      roles: rolesGranting(actor, permissionOrRole, account?.name ?? null),
    }))
    .find(({ roles }) => roles.length > 0)
}

function pageIcon(Icon: NavItem['icon'] = IconFileText) {
  return <Icon size={16} aria-hidden />
}

/** How many first segments two addresses share. */
function sharedSegments(path: string | null, from = ''): number {
  const [a, b] = [(path ?? '').split('/'), from.split('/')]
  const apart = a.findIndex((segment, index) => segment !== b[index])
  return apart < 0 ? a.length : apart
}
