import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import type { Claims } from '../external/claims.ts'

const HELD = '30 minutes'

/** A request that waits for its response; the response must name `id` (InResponseTo). */
export type SamlRequest = { readonly id: string; readonly attempt: string | undefined; readonly test: boolean }

/**
 * Stores a request that was sent to a provider, so that its response is accepted once, and only from the same browser.
 */
export async function keepRequest(
  db: Database,
  request: SamlRequest & { readonly relayState: string; readonly provider: string },
): Promise<void> {
  const expires_at = sql<Date>`now() + ${HELD}::interval`
  const { id, relayState: relay_state, provider: provider_id, attempt = null, test } = request
  await db.insertInto('saml_requests').values({ id, relay_state, provider_id, attempt, test, expires_at }).execute()
}

/** Whether a text can be one of our relay states: 32 random bytes. */
export function isRelayState(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}

/** The request that a response claims to belong to, while it waits for one. */
export async function openRequest(
  db: Database,
  relayState: string,
  provider: string,
): Promise<SamlRequest | undefined> {
  const row = await db
    .selectFrom('saml_requests')
    .select(['id', 'attempt', 'test'])
    .where('relay_state', '=', relayState)
    .where('provider_id', '=', provider)
    .where('response', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row && { ...row, attempt: row.attempt ?? undefined }
}

/** Stores the response for the browser that sent the request; false when another one has arrived in the meantime. */
export async function storeResponse(db: Database, encrypt: Encryptor, id: string, claims: Claims): Promise<boolean> {
  const samlResponse = encrypt.close(JSON.stringify(claims), purposeOf(id))
  const { numUpdatedRows } = await db
    .updateTable('saml_requests')
    .set({ response: samlResponse })
    .where('id', '=', id)
    .where('response', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Takes the response to the request with this relay state, once. */
export async function takeResponse(db: Database, encrypt: Encryptor, relayState: string): Promise<Claims | undefined> {
  const row = await db
    .deleteFrom('saml_requests')
    .where('relay_state', '=', relayState)
    .where('response', 'is not', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'response'])
    .executeTakeFirst()
  return row?.response ? (JSON.parse(encrypt.open(row.response, purposeOf(row.id))) as Claims) : undefined
}

function purposeOf(id: string): string {
  return `saml response ${id}`
}
