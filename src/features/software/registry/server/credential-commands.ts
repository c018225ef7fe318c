import { sql } from 'kysely'
import { accountIn } from '#features/accounts/accounts/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type changeRegistryOverlap,
  type createRegistryCredential,
  manageRegistryAccess,
  registryCredentialCreated,
  registryCredentialRevoked,
  registryCredentialRotated,
  registryOverlapChanged,
  registryProblems,
  type revokeRegistryCredential,
  type rotateRegistryCredential,
} from '../contract.ts'
import { lockedCredential, readCredential } from './credential-store.ts'

/** Creates a credential of the account. */
export async function create(call: CommandContext<typeof createRegistryCredential>) {
  const { tx, session, body } = call
  const { name, days } = body
  const account = await accountIn(tx, session, { name: body.account, permission: manageRegistryAccess })
  const { rows } = await sql<{ id: number }>`
    insert into registry_credentials (account_id, name, expires_at, created_by)
    values (${account.id}, ${name}, now() + make_interval(days => ${days}), ${session.userId})
    on conflict (account_id, name) where revoked_at is null do nothing returning id`.execute(tx)
  const { id } = rows[0] ?? throwProblem(registryProblems['registry-credential-exists'], { name })
  await call.record(registryCredentialCreated, { account: account.id, subject: id, data: { what: name, days } })
  return readCredential(tx, id)
}

/** Gives the credential a new secret; the one before stays valid for the overlap. */
export async function rotate(call: CommandContext<typeof rotateRegistryCredential>) {
  const { tx, session, params, body } = call
  const credential = await lockedCredential(tx, session, params.id)
  requireVersion(call, credential.version)
  await sql`
    update registry_credentials set secret_version = secret_version + 1, rotated_at = now(), previous_until = now() + make_interval(hours => ${body.overlapHours}),
      previous_used_at = null, previous_used_address = null, version = version + 1 where id = ${credential.id}`.execute(
    tx,
  )
  const data = { what: credential.name, overlapHours: body.overlapHours }
  await call.record(registryCredentialRotated, { account: credential.accountId, subject: credential.id, data })
  return readCredential(tx, credential.id)
}

/** Changes until when the secret before the last rotation is accepted. */
export async function changeOverlap(call: CommandContext<typeof changeRegistryOverlap>) {
  const { tx, session, params, body } = call
  const credential = await lockedCredential(tx, session, params.id)
  requireVersion(call, credential.version)
  await sql`
    update registry_credentials set previous_until = now() + make_interval(hours => ${body.overlapHours}), version = version + 1
    where id = ${credential.id} and previous_until is not null`.execute(tx)
  const data = { what: credential.name, overlapHours: body.overlapHours }
  await call.record(registryOverlapChanged, { account: credential.accountId, subject: credential.id, data })
  return readCredential(tx, credential.id)
}

/** Revokes the credential; each pull reads it, so the next one is denied. */
export async function revoke(call: CommandContext<typeof revokeRegistryCredential>): Promise<undefined> {
  const { tx, session, params } = call
  const credential = await lockedCredential(tx, session, params.id)
  requireVersion(call, credential.version)
  await sql`update registry_credentials set revoked_at = now(), revoked_by = ${session.userId}, version = version + 1
    where id = ${credential.id}`.execute(tx)
  const data = { what: credential.name }
  await call.record(registryCredentialRevoked, { account: credential.accountId, subject: credential.id, data })
}
