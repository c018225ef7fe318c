import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import demo from './demo-data/provider.json' with { type: 'json' }

/**
 * The external identity provider of one account of the demo (SAML, so the portal calls no other host), with its users.
 */
export async function makeDemoProvider(tx: Tx): Promise<void> {
  const { id, name, issuer, entryPoint, domain, certificate } = demo
  await tx
    .insertInto('identity_providers')
    .values({
      id,
      name,
      type: 'SAML',
      issuer,
      entry_point: entryPoint,
      certificates: [certificate],
      domains: [domain],
      created_at: sql<Date>`now() - interval '300 days'`,
      connection_changed_at: sql<Date>`now() - interval '300 days'`,
    })
    .execute()
  await sql`update users set issuer = ${issuer}, subject = email, last_idp_login_at = last_login_at
    where split_part(email, '@', 2) = ${domain} and state = 'active'`.execute(tx)
}
