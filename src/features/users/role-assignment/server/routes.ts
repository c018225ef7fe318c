import { sql } from 'kysely'
import { isVendorRole } from '#features/access/roles/contract.ts'
import { lockUser, type ManagedUser } from '#features/users/managed-users/server/index.ts'
import { reAuthenticate } from '#features/users/passwords/server/index.ts'
import { changedUserOrLast } from '#features/users/user-management/server/index.ts'
import { throwFieldProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { changeUserRoles, grantableRoles, readAssignableRoles, removeUserRoles, setUserRole } from '../contract.ts'
import { changeRoles } from './change-roles.ts'
import { type RoleChange, readChanges } from './read-change.ts'

/** Granting and revoking roles. */
export function serveRoles(portal: AppContext): void {
  serve(portal, readAssignableRoles, async ({ actor, query }) => {
    if (query.accountId === undefined) return { allowedRoles: grantableRoles(actor, null) }
    const name = await accountNameOf(portal, query.accountId)
    return { allowedRoles: name === undefined ? [] : grantableRoles(actor, name) }
  })

  registerCommand(portal, changeUserRoles, async (call) => {
    const { tx, session, body, params } = call
    requireNoAccount(body.updates, (index) => `updates.${index}.account`)
    const user = await lockUser(tx, session, params.id)
    const changes = await readChanges(tx, session, body.updates, (index) => `updates.${index}.account`)
    return apply(portal, call, user, changes)
  })

  registerCommand(portal, setUserRole, async (call) => {
    const { tx, session, body, params } = call
    requireNoAccount([body], () => 'account')
    const user = await lockUser(tx, session, params.id)
    const [wantedRole] = await readChanges(tx, session, [{ ...body, add: true }], () => 'account')
    const others = heldIn(user, wantedRole!.accountId).filter(({ role }) => role !== wantedRole!.role)
    return apply(portal, call, user, [...others, wantedRole!])
  })

  registerCommand(portal, removeUserRoles, async (call) => {
    const { tx, session, query, params } = call
    const user = await lockUser(tx, session, params.id)
    if (query.account === undefined) return apply(portal, call, user, heldIn(user, null))
    const [accountChange] = await readChanges(
      tx,
      session,
      [{ role: 'USER', account: query.account, add: false }],
      () => 'account',
    )
    return apply(portal, call, user, heldIn(user, accountChange!.accountId))
  })
}

/** Rejects a vendor role that names an account: it is held everywhere. */
function requireNoAccount(
  writtenChanges: readonly { readonly role: string; readonly account?: string | null | undefined }[],
  path: (index: number) => string,
): void {
  for (const [index, { role, account }] of writtenChanges.entries())
    if (account != null && isVendorRole(role))
      throwFieldProblem(path(index), 'must be left out: a vendor role is held everywhere')
}

type Context =
  | CommandContext<typeof changeUserRoles>
  | CommandContext<typeof setUserRole>
  | CommandContext<typeof removeUserRoles>

async function apply(portal: AppContext, call: Context, user: ManagedUser, changes: readonly RoleChange[]) {
  const { tx, session, request } = call
  requireVersion(call, user.version)
  // Granting ADMIN needs a fresh sign-in of the granting user.
  const administrator = changes.some(({ role, add }) => add && role === 'ADMIN')
  if (administrator) await reAuthenticate(portal.db, session, request.ip)
  await changeRoles(tx, { session, actor: actorOfRequest(request) }, user, changes)
  // The last role in the caller's accounts may be gone, and with it the caller's sight of the user.
  return changedUserOrLast(tx, session, user)
}

/** Changes that revoke all roles of the user in the account, or all vendor roles. */
function heldIn({ roles }: ManagedUser, accountId: number | null): RoleChange[] {
  return roles
    .filter((grant) => grant.accountId === accountId && (accountId !== null || isVendorRole(grant.role)))
    .map((grant) => ({ ...grant, add: false }))
}

async function accountNameOf({ db }: AppContext, idOrName: string): Promise<string | undefined> {
  const which = /^\d{1,15}$/.test(idOrName) ? sql<boolean>`id = ${Number(idOrName)}` : sql<boolean>`name = ${idOrName}`
  const row = await db
    .selectFrom('accounts')
    .select('name')
    .where(which)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.name
}
