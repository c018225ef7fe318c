import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { inAccounts, visibleAccounts } from '#kit/server/visible.ts'
import { manageRegistryAccess, type RegistryCredential, registryProblems } from '../contract.ts'

/** A credential as commands read it. */
export type StoredCredential = {
  readonly id: number
  readonly accountId: number
  readonly account: string
  readonly name: string
  readonly secretVersion: number
  readonly previousUntil: Date | null
  readonly expiresAt: Date
  readonly revokedAt: Date | null
  readonly version: number
}

/** Columns of `registry_credentials k` with its account `a` as a `StoredCredential`. */
export const credentialColumns = sql`k.id, k.account_id as "accountId", a.name as account, k.name, k.secret_version as "secretVersion",
  k.previous_until as "previousUntil", k.expires_at as "expiresAt", k.revoked_at as "revokedAt", k.version`

const use = (at: string, address: string) =>
  sql`case when ${sql.raw(at)} is not null then json_build_object('at', ${isoSql(at)}, 'address', ${sql.raw(address)}) end`

/** A credential `k` of an account `a` as JSON (`RegistryCredential`). */
export const credentialJson: RawBuilder<RegistryCredential> = sql`json_build_object('id', k.id::text, 'account', a.name, 'name', k.name, 'username', a.name || '+' || k.name,
  'state', case when k.revoked_at is not null then 'REVOKED' when k.expires_at <= now() then 'EXPIRED' when k.previous_until > now() then 'ROTATING'
    when k.expires_at < now() + interval '14 days' then 'EXPIRES_SOON' else 'ACTIVE' end,
  'expires', ${isoSql('k.expires_at')}, 'previousUntil', case when k.previous_until > now() then ${isoSql('k.previous_until')} end, 'rotated', ${isoSql('k.rotated_at')},
  'revoked', ${isoSql('k.revoked_at')}, 'revokedBy', (select full_name from users where id = k.revoked_by),
  'lastUsed', ${use('k.last_used_at', 'k.last_used_address')}, 'previousUsed', ${use('k.previous_used_at', 'k.previous_used_address')},
  'created', ${isoSql('k.created_at')}, 'createdBy', (select full_name from users where id = k.created_by), 'version', k.version)`

/** A page of the credentials of an account: usable ones first, then the newest. */
export async function findCredentials(
  db: Database,
  accountId: number,
  { page, size }: { page: number; size: number },
): Promise<{ rows: RegistryCredential[]; total: { count: number }; lastUpdateTime: Date | null }> {
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: RegistryCredential }>`
      select ${credentialJson} as row from registry_credentials k join accounts a on a.id = k.account_id where k.account_id = ${accountId}
      order by k.revoked_at is not null, k.id desc`,
    of: sql`from registry_credentials where account_id = ${accountId}`,
    newest: sql`greatest(created_at, rotated_at, revoked_at)`,
  })
}

/** The credential of that id as the response has it. */
export async function readCredential(tx: Tx, id: number): Promise<RegistryCredential> {
  const { rows } = await sql<{ credential: RegistryCredential }>`
    select ${credentialJson} as credential from registry_credentials k join accounts a on a.id = k.account_id where k.id = ${id}`.execute(
    tx,
  )
  return rows[0]!.credential
}

/** The credential of that id within the accounts of the session, locked; else 404, and 409 when it is revoked. */
export async function lockedCredential(tx: Tx, session: Session, id: string): Promise<StoredCredential> {
  const accounts = visibleAccounts(session, manageRegistryAccess)
  const { rows } = /^\d{1,15}$/.test(id)
    ? await sql<StoredCredential>`
        select ${credentialColumns} from registry_credentials k join accounts a on a.id = k.account_id
        where k.id = ${id} and ${inAccounts(accounts, 'k.account_id')} for update of k`.execute(tx)
    : { rows: [] }
  const credential = rows[0] ?? throwProblem(registryProblems['registry-credential-not-found'])
  if (credential.revokedAt) throwProblem(registryProblems['registry-credential-revoked'], { name: credential.name })
  return credential
}

/** The usable credential of that id in the account, or the newest usable one; undefined when there is none. */
export async function usableCredential(
  db: Database | Tx,
  accountId: number,
  id: string | undefined,
): Promise<StoredCredential | undefined> {
  if (id !== undefined && !/^\d{1,15}$/.test(id)) return undefined
  const { rows } = await sql<StoredCredential>`
    select ${credentialColumns} from registry_credentials k join accounts a on a.id = k.account_id
    where k.account_id = ${accountId} and k.revoked_at is null and k.expires_at > now() and ${id === undefined ? sql`true` : sql`k.id = ${id}`}
    order by k.id desc limit 1`.execute(db)
  return rows[0]
}
