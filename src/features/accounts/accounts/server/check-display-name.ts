import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { lookAlikeForm } from '../contract/look-alike.ts'
import { accountProblems } from '../contract.ts'

/** Of concurrent transactions that name accounts the second waits, so that it sees the name of the first. */
export async function lockAccountNames(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account names', 17))`.execute(tx)
}

/** The display name of another account that is the same or looks the same. */
async function findLookAlike(db: Database | Tx, displayName: string, accountId?: number): Promise<string | undefined> {
  const wantedForm = lookAlikeForm(displayName)
  // There are some thousands of accounts, seldom named, so these forms have no index.
  const rows = await db.selectFrom('accounts').select(['id', 'display_name']).where('deleted_at', 'is', null).execute()
  return rows.find(({ id, display_name }) => id !== accountId && lookAlikeForm(display_name) === wantedForm)
    ?.display_name
}

/** Rejects the display name of another account, and one that looks like it. Call it under `lockAccountNames`. */
export async function requireDistinctDisplayName(tx: Tx, displayName: string, accountId?: number): Promise<void> {
  const other = await findLookAlike(tx, displayName, accountId)
  if (other === undefined) return
  const problem = accountProblems['display-name-taken']
  throwProblem(problem, { other }, { fields: [{ path: 'displayName', message: flawOf(other) }] })
}

/** The flaw of a display name that another account has, or one that looks like it; undefined where none has. */
export async function displayNameFlaw(db: Database | Tx, displayName: string): Promise<string | undefined> {
  const other = await findLookAlike(db, displayName)
  return other === undefined ? undefined : flawOf(other)
}

function flawOf(other: string): string {
  return fillText(accountProblems['display-name-taken'].text, { other })
}
