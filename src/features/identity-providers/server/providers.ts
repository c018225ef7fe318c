import type { Selectable } from 'kysely'
import type { IdentityProviders } from '#database/schema.generated.ts'
import type { Portal } from '#kit/server/portal.ts'
import type { Seal } from '#kit/server/seal.ts'

/** An identity provider that people sign in with; without `outside` it is the embedded one. */
export type Provider = {
  readonly id: string
  readonly name: string
  readonly domains: readonly string[]
  readonly outside?: {
    readonly issuer: string
    readonly clientId: string
    readonly clientSecret: string | undefined
    readonly scopes: readonly string[]
  }
}

/** Every provider that is switched on: those in the database, the one in the environment, the embedded one last. */
export async function providersOf({ db, config }: Portal, seal: Seal): Promise<readonly Provider[]> {
  const rows = await db.selectFrom('identity_providers').selectAll().where('enabled', '=', true).orderBy('id').execute()
  const outside = rows.flatMap((row) => fromRow(row, seal) ?? [])
  if (config.oidc) outside.push(fromEnvironment(config.oidc))
  const embeddedId = outside.some(({ id }) => id === 'okta') ? 'embedded' : 'okta'
  return [...outside, { id: embeddedId, name: config.portalName, domains: [] }]
}

/** The provider for an e-mail address, by its domain; `*` takes every domain nobody else has. The embedded one takes the rest. */
export function providerFor(providers: readonly Provider[], email: string): Provider {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return (
    providers.find(({ domains }) => domains.includes(domain)) ??
    providers.find(({ domains }) => domains.includes('*')) ??
    providers.at(-1)!
  )
}

function fromRow(row: Selectable<IdentityProviders>, seal: Seal): Provider | undefined {
  if (!row.issuer || !row.client_id || (row.type !== 'OIDC' && row.type !== 'OKTA')) return undefined
  const clientSecret = row.client_secret ? seal.open(row.client_secret, `identity provider ${row.id}`) : undefined
  const { id, name, domains, issuer, scopes } = row
  return { id, name, domains, outside: { issuer, clientId: row.client_id, clientSecret, scopes } }
}

function fromEnvironment(oidc: NonNullable<Portal['config']['oidc']>): Provider {
  const { issuer, clientId, clientSecret, name, domains } = oidc
  const outside = { issuer, clientId, clientSecret, scopes: ['openid', 'email', 'profile'] }
  return { id: 'oidc', name, domains: domains.length ? domains : ['*'], outside }
}
