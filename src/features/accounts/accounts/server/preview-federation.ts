import { sql } from 'kysely'
import { loadPermissions } from '#features/access/sessions/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import type { VisibilityChange } from '../contract.ts'
import type { AccountRecords } from './account-records.ts'
import { setParent } from './federation.ts'
import { accountWhere, type StoredAccount } from './stored-account.ts'

type UserPermissions = NonNullable<Awaited<ReturnType<typeof loadPermissions>>>

/** The fields to change: the parent (null = none), and whether the account is view-only. */
export type FederationChange = { readonly parentAccount?: string | null; readonly viewOnly?: boolean | undefined }

/**
 * Who would gain or lose sight of the account. The change is made, the permissions of all affected users are read as a
 * session would read them, and everything is rolled back: so the preview cannot differ from the effect.
 */
export async function previewFederationOf(
  db: Database,
  counts: SeenCounts,
  { id, change }: { readonly id: number; readonly change: FederationChange },
): Promise<VisibilityChange[]> {
  const rollback = new TrialRollback()
  try {
    await inTransaction(db, async (tx) => {
      const account = (await accountWhere(tx, sql`a.id = ${id}`))!
      const parents = [account.parentName, change.parentAccount ?? null].filter((name) => name !== null)
      const users = await usersOfAccounts(tx, [account.name, ...parents])
      const before = await visibilityOf(tx, counts, account, users)
      await applyFederation(tx, account, change)
      rollback.changes = differences(users, before, await visibilityOf(tx, counts, account, users))
      throw rollback
    })
  } catch (failure) {
    if (failure !== rollback) throw failure
  }
  return rollback.changes
}

/** Makes the change; returns whether anything changed. */
export async function applyFederation(
  tx: Tx,
  account: StoredAccount,
  { parentAccount, viewOnly }: FederationChange,
): Promise<void> {
  if (parentAccount !== undefined) await setParent(tx, account, parentAccount)
  if (viewOnly !== undefined)
    await tx.updateTable('accounts').set({ view_only: viewOnly }).where('id', '=', account.id).execute()
}

/** Thrown to roll back the trial change. */
class TrialRollback extends Error {
  changes: VisibilityChange[] = []
}

type SeenCounts = Pick<AccountRecords, 'casesSeenIn' | 'releasesSeenIn'>
type Ref = VisibilityChange['user']
type Visibility = { readonly cases: number; readonly releases: number } | null

async function usersOfAccounts(tx: Tx, names: readonly string[]): Promise<Ref[]> {
  const { rows } = await sql<Ref>`
    select distinct u.id::text as id, u.email as username, u.full_name as "fullName" from users u
    join role_grants g on g.user_id = u.id join accounts a on a.id = g.account_id
    where a.name = any(${names}) and u.erased_at is null order by 3, 1`.execute(tx)
  return rows
}

/** What each user sees of the account; null for users who do not see it. */
async function visibilityOf(
  tx: Tx,
  counts: SeenCounts,
  account: StoredAccount,
  users: readonly Ref[],
): Promise<Map<string, Visibility>> {
  const visibilities = new Map<string, Visibility>()
  for (const { id } of users) {
    const permissions = await loadPermissions(tx, Number(id))
    visibilities.set(
      id,
      permissions?.actor.roles.some((grant) => grant.account === account.name)
        ? await countSeen(tx, counts, permissions, account)
        : null,
    )
  }
  return visibilities
}

async function countSeen(
  tx: Tx,
  { casesSeenIn, releasesSeenIn }: SeenCounts,
  permissions: UserPermissions,
  { id }: StoredAccount,
): Promise<Visibility> {
  const who = {
    ...permissions,
    userId: Number(permissions.actor.id),
    readOnly: true,
    authenticatedAt: new Date(0),
    expiresAt: new Date(0),
  }
  return { cases: await casesSeenIn(tx, who, id), releases: await releasesSeenIn(tx, who, id) }
}

function differences(
  users: readonly Ref[],
  before: Map<string, Visibility>,
  after: Map<string, Visibility>,
): VisibilityChange[] {
  return users.flatMap((user) => {
    const [was, is] = [before.get(user.id) ?? null, after.get(user.id) ?? null]
    if ((was === null) === (is === null)) return []
    return [{ user, change: is ? ('GAINS' as const) : ('LOSES' as const), ...(is ?? was)! }]
  })
}
