import { type RawBuilder, sql } from 'kysely'
import { vendorRoles } from '#features/access/roles/contract.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { PortalConfig } from '#kit/server/portal.ts'
import { factorProblems } from '../contract.ts'
import { passkeysOf } from './passkeys/passkey-store.ts'
import { totpSince } from './totp.ts'

const vendor = Object.keys(vendorRoles)

/**
 * The condition that a user (by id) must have a second factor: vendor roles always, customers where one of their
 * accounts requires it.
 */
export function factorNeeded(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from role_grants g left join accounts a on a.id = g.account_id
    where g.user_id = ${userId} and (g.role = any(${vendor}) or a.requires_mfa))`
}

/** Whether a user must have a second factor (see `factorNeeded`); never in a demo. */
export async function needsSecondFactor(
  db: Database | Tx,
  config: Pick<PortalConfig, 'demo'>,
  userId: number,
): Promise<boolean> {
  if (config.demo) return false
  const { rows } = await sql<{ needed: boolean }>`
    select ${factorNeeded(sql`${userId}`)} as needed`.execute(db)
  return rows[0]!.needed
}

/**
 * The user's second factor beside a password: the code of an authenticator, or else a passkey; undefined without
 * either.
 */
export async function secondFactorOf(db: Database | Tx, userId: number): Promise<'totp' | 'passkey' | undefined> {
  if (await totpSince(db, userId)) return 'totp'
  return (await passkeysOf(db, userId)).length > 0 ? 'passkey' : undefined
}

/** Rejects when the user must have a second factor and, after a removal, has none left. */
export async function requireFactorLeft(tx: Tx, config: Pick<PortalConfig, 'demo'>, userId: number): Promise<void> {
  if ((await needsSecondFactor(tx, config, userId)) && !(await secondFactorOf(tx, userId)))
    throwProblem(factorProblems['factor-required'])
}
