import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { accountProblems } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { accountWhere, type StoredAccount, withVersionBump } from './stored-account.ts'

/**
 * Puts an account under a parent, or (null) under none. One level deep: neither has the parent a parent, nor the
 * account children. All federation changes wait for each other, so that two at once cannot make a second level.
 */
export async function setParent(tx: Tx, account: StoredAccount, parentName: string | null): Promise<boolean> {
  if (account.parentName === parentName) return false
  await sql`select pg_advisory_xact_lock(hashtextextended('federation', 17))`.execute(tx)
  const parent = parentName === null ? null : await requireParent(tx, account, parentName)
  await tx
    .updateTable('accounts')
    .set({ parent_id: parent?.id ?? null, is_federated: parent !== null, ...withVersionBump })
    .where('id', '=', account.id)
    .execute()
  // A parent is federated as long as it has children.
  for (const id of [parent?.id, account.parentId])
    if (id != null)
      await sql`update accounts a set is_federated = exists (select 1 from accounts c where c.parent_id = a.id and c.deleted_at is null),
        version = version + 1, updated_at = now() where a.id = ${id} and a.parent_id is null`.execute(tx)
  return true
}

async function requireParent(tx: Tx, account: StoredAccount, name: string): Promise<StoredAccount> {
  const parent = await accountWhere(tx, sql`a.name = ${name} and a.deleted_at is null`)
  if (!parent) return no(name, 'unknown')
  if (parent.id === account.id) return no(name, 'itself')
  if (parent.parentId !== null) return no(name, 'hasParent')
  if (!parent.isParent) return no(name, 'noParent')
  const child = await tx
    .selectFrom('accounts')
    .select('id')
    .where('parent_id', '=', account.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return child ? no(name, 'hasChildren') : parent
}

function no(parent: string, why: keyof typeof pageTexts.parentFlaw): never {
  const text = fillText(pageTexts.parentFlaw[why], { parent })
  throwProblem(
    accountProblems['parent-not-possible'],
    { parent, why: text },
    { fields: [{ path: 'parentAccount', message: text }] },
  )
}
