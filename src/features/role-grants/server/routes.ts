import { sql } from 'kysely'
import { isVendorRole } from '#features/roles/contract.ts'
import { changedUserOrLast, lockPerson, type Person } from '#features/user-management/server/index.ts'
import { reAuthenticate } from '#features/users/server/index.ts'
import type { Portal } from '#kit/server/portal.ts'
import { refuseField } from '#kit/server/refusal.ts'
import { doerOf, requireVersion, type WriteCall } from '#kit/server/serve/call.ts'
import { serve, serveWrite } from '#kit/server/serve/serve.ts'
import { changeUserRoles, grantableRoles, readAssignableRoles, removeUserRoles, setUserRole } from '../contract.ts'
import { changeRoles } from './change-roles.ts'
import { type RoleChange, readChanges } from './read-change.ts'

/** Giving and taking roles. */
export function serveRoles(portal: Portal): void {
  serve(portal, readAssignableRoles, async ({ actor, query }) => {
    if (query.accountId === undefined) return { allowedRoles: grantableRoles(actor, null) }
    const name = await accountNameOf(portal, query.accountId)
    return { allowedRoles: name === undefined ? [] : grantableRoles(actor, name) }
  })

  serveWrite(portal, changeUserRoles, async (call) => {
    const { tx, session, body, params } = call
    requireNoAccount(body.updates, (index) => `updates.${index}.account`)
    const person = await lockPerson(tx, session, params.id)
    const changes = await readChanges(tx, session, body.updates, (index) => `updates.${index}.account`)
    return apply(portal, call, person, changes)
  })

  serveWrite(portal, setUserRole, async (call) => {
    const { tx, session, body, params } = call
    requireNoAccount([body], () => 'account')
    const person = await lockPerson(tx, session, params.id)
    const [wanted] = await readChanges(tx, session, [{ ...body, add: true }], () => 'account')
    const others = heldIn(person, wanted!.accountId).filter(({ role }) => role !== wanted!.role)
    return apply(portal, call, person, [...others, wanted!])
  })

  serveWrite(portal, removeUserRoles, async (call) => {
    const { tx, session, query, params } = call
    const person = await lockPerson(tx, session, params.id)
    if (query.account === undefined) return apply(portal, call, person, heldIn(person, null))
    const [named] = await readChanges(
      tx,
      session,
      [{ role: 'USER', account: query.account, add: false }],
      () => 'account',
    )
    return apply(portal, call, person, heldIn(person, named!.accountId))
  })
}

/** Rejects a vendor role that names an account: it is held everywhere. */
function requireNoAccount(
  written: readonly { readonly role: string; readonly account?: string | null | undefined }[],
  path: (index: number) => string,
): void {
  for (const [index, { role, account }] of written.entries())
    if (account != null && isVendorRole(role))
      refuseField(path(index), 'must be left out: a vendor role is held everywhere')
}

type Call = WriteCall<typeof changeUserRoles> | WriteCall<typeof setUserRole> | WriteCall<typeof removeUserRoles>

async function apply(portal: Portal, call: Call, person: Person, changes: readonly RoleChange[]) {
  const { tx, session, request } = call
  requireVersion(call, person.version)
  // Whoever is made an administrator is made so by somebody who is surely there.
  const administrator = changes.some(({ role, add }) => add && role === 'ADMIN')
  if (administrator) await reAuthenticate(portal.db, session, request.ip)
  await changeRoles(tx, { session, doer: doerOf(request) }, person, changes)
  // The last role in the caller's accounts may be gone, and with it the caller's sight of the user.
  return changedUserOrLast(tx, session, person)
}

/** Taking all that the person has in the account, or all vendor roles. */
function heldIn({ roles }: Person, accountId: number | null): RoleChange[] {
  return roles
    .filter((held) => held.accountId === accountId && (accountId !== null || isVendorRole(held.role)))
    .map((held) => ({ ...held, add: false }))
}

async function accountNameOf({ db }: Portal, idOrName: string): Promise<string | undefined> {
  const which = /^\d{1,15}$/.test(idOrName) ? sql<boolean>`id = ${Number(idOrName)}` : sql<boolean>`name = ${idOrName}`
  const row = await db
    .selectFrom('accounts')
    .select('name')
    .where(which)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.name
}
