import { expect, test } from 'vitest'
import { isVendorRole, type Role, roleNames } from '#features/access/roles/contract.ts'
import type { Principal } from '#kit/contract/permission.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { evaluateGuard, type RouteGuard } from '#kit/web/who/route-guard.ts'
import { features } from '#web/features.ts'
import { pageAt } from '#web/page-at.ts'

const acme: AccountChoice = { id: '7', name: 'acme', displayName: 'Acme' }
const roles = Object.keys(roleNames) as Role[]

test.each(roles)(
  'each row of the rail and each action that %s has leads to a page that exists and that they may open',
  (role) => {
    const actor = principalWith(role)
    // Only staff can view all accounts at once.
    const ways = (isVendorRole(role) ? [acme, null] : [acme]).flatMap((account) => waysOf(actor, account))
    expect(ways.length).toBeGreaterThan(0)
    expect(ways.filter(({ to, account }) => !opens(to, actor, account))).toEqual([])
  },
)

function principalWith(role: Role): Principal {
  const account = isVendorRole(role) ? '*' : acme.name
  return { id: '1', username: 'a@b.example', fullName: 'A B', roles: [{ role, account }], assignedAccounts: [] }
}

/** The targets of rail and actions for a user with one account, or all. */
function waysOf(actor: Principal, account: AccountChoice | null) {
  const mayTake = ({ guard }: { guard?: RouteGuard }) => evaluateGuard(guard, actor, account?.name).allowed
  const rows = features.flatMap(({ rail = [] }) => rail).filter(mayTake)
  const actions = features.flatMap((feature) => feature.actions ?? []).filter(mayTake)
  return [
    ...rows.map(({ id, to }) => ({ id, account, to: to(account) })),
    ...actions.map(({ id, run }) => {
      const gone: string[] = []
      run({ account, actor, go: (path) => gone.push(path) })
      return { id, account, to: gone[0] ?? null }
    }),
  ].flatMap(({ to, ...way }) => (to === null ? [] : [{ ...way, to }]))
}

function opens(to: string, actor: Principal, account: AccountChoice | null): boolean {
  const page = pageAt(features, to.split('?')[0]!)?.page
  return page !== undefined && evaluateGuard(page.guard, actor, account?.name).allowed
}
