import { X509Certificate } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { embeddedId, serviceProviderSettings } from '#features/sign-in/identity-providers/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { IdentityProvider } from '../contract.ts'

type Row = Omit<IdentityProvider, 'certificates' | 'origin' | 'returnUrl' | 'metadataUrl' | 'eventsUrl'> & {
  readonly certificates: readonly string[]
}

/** Every provider: those set up here, the one in the environment, the built-in one last. */
export async function listOfProviders(portal: AppContext, db: Database | Tx): Promise<IdentityProvider[]> {
  const [rows, builtInProviders] = await Promise.all([providersWhere(portal, db, sql`true`), builtIn(portal, db)])
  const embeddedProvider = { ...builtInProviders.embedded, id: embeddedId(rows) }
  return [
    ...rows,
    ...(builtInProviders.environment ? [builtInProviders.environment] : []),
    identityProviderOf(portal, embeddedProvider, 'EMBEDDED'),
  ]
}

/** Those set up here. */
export async function providersWhere(
  portal: AppContext,
  db: Database | Tx,
  condition: RawBuilder<unknown>,
): Promise<IdentityProvider[]> {
  const { rows } = await sql<Row>`
    select p.id, p.name, p.type, p.external_uuid as "externalUuid", p.issuer, p.client_id as "clientId", p.client_secret is not null as "clientSecretSet",
      p.scopes, p.domains, p.allow_user_creation as "allowUserCreation", p.use_external_acl as "useExternalAcl", p.trusts_routed_addresses as "trustsRoutedAddresses", p.claim_mapping as "claimMapping",
      p.enabled, p.entry_point as "entryPoint", p.entity_id as "entityId", p.certificates, p.management_url as "managementUrl",
      p.management_secret is not null as "managementSecretSet", p.events_secret is not null as "eventsSecretSet", p.factor_group as "factorGroup",
      case when p.management_url is not null then jsonb_build_object('askedAt', ${isoSql('d.asked_at')}, 'error', d.error,
        'receivedAt', ${isoSql('d.received_at')}, 'unstableSince', ${isoSql('d.unstable_since')}) end as directory, exists (
        select from sign_in_attempts t where t.provider_id = p.id and t.at > p.connection_changed_at and t.outcome in ('TESTED', 'SIGNED_IN')) as tested, p.version, ${isoSql('p.updated_at')} as "updatedAt",
      ${usersOf(sql`u.issuer = p.issuer`)} as users, ${stillHere(sql`p.enabled`, sql`p.id`, sql`p.domains`)} as "usersHere", ${lastAttemptOf(sql`p.id`)} as "lastAttempt"
    from identity_providers p left join directory_polls d on d.provider_id = p.id where ${condition} order by p.name collate "und-x-icu", p.id`.execute(
    db,
  )
  return rows.map((row) => identityProviderOf(portal, row, 'PORTAL'))
}

async function builtIn(portal: AppContext, db: Database | Tx) {
  const { config } = portal
  const domains = config.oidc?.domains.length ? config.oidc.domains : ['*']
  const { rows } = await sql<Pick<Row, 'users' | 'usersHere' | 'lastAttempt'> & { here: number }>`
    select ${usersOf(sql`u.issuer = ${config.oidc?.issuer ?? ''}`)} as users, ${lastAttemptOf(sql`'oidc'`)} as "lastAttempt",
      ${stillHere(sql`${config.oidc !== undefined}`, sql`''`, sql`${domains}::text[]`)} as "usersHere",
      ${usersOf(sql`u.issuer is null`)} as here`.execute(db)
  const { here, ...outside } = rows[0]!
  const embeddedProvider = { ...nothing, id: 'okta', name: config.portalName, type: 'EMBEDDED', users: here } as const
  if (!config.oidc) return { embedded: embeddedProvider }
  const { issuer, clientId, clientSecret, name } = config.oidc
  const row = {
    ...nothing,
    ...outside,
    id: 'oidc',
    name,
    type: 'OIDC' as const,
    issuer,
    clientId,
    clientSecretSet: clientSecret !== undefined,
    scopes: ['openid', 'email', 'profile'],
    domains,
  } satisfies Row
  return { embedded: embeddedProvider, environment: identityProviderOf(portal, row, 'ENVIRONMENT') }
}

const nothing: Omit<Row, 'id' | 'name' | 'type' | 'users'> = {
  externalUuid: null,
  issuer: null,
  clientId: null,
  clientSecretSet: false,
  scopes: [],
  domains: [],
  allowUserCreation: false,
  useExternalAcl: false,
  trustsRoutedAddresses: true,
  claimMapping: {},
  enabled: true,
  entryPoint: null,
  entityId: null,
  certificates: [],
  managementUrl: null,
  managementSecretSet: false,
  eventsSecretSet: false,
  factorGroup: null,
  directory: null,
  lastAttempt: null,
  usersHere: 0,
  tested: true,
  version: 1,
  updatedAt: null,
}

function usersOf(condition: RawBuilder<unknown>): RawBuilder<number> {
  return sql`(select count(*)::int from users u where ${condition} and u.erased_at is null)`
}

/** Users with a credential here whose domain is routed to the provider; `*` matches what no other has. */
function stillHere(isEnabled: RawBuilder<unknown>, id: RawBuilder<unknown>, domains: RawBuilder<unknown>) {
  const domain = sql`split_part(u.email, '@', 2)`
  return sql<number>`(select count(*)::int from users u where ${isEnabled} and u.issuer is null and u.erased_at is null
    and (exists (select from user_passwords w where w.user_id = u.id) or exists (select from passkeys k where k.user_id = u.id))
    and (${domain} = any(${domains}) or ('*' = any(${domains}) and not exists (
      select from identity_providers o where o.enabled and o.id <> ${id} and ${domain} = any(o.domains)))))`
}

function lastAttemptOf(id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(select jsonb_build_object('at', ${isoSql('s.at')}, 'outcome', s.outcome)
    from sign_in_attempts s where s.provider_id = ${id} order by s.at desc limit 1)`
}

function identityProviderOf(portal: AppContext, row: Row, origin: IdentityProvider['origin']): IdentityProvider {
  const home = new URL(portal.publicUrl()).origin
  const saml = row.type === 'SAML' ? serviceProviderSettings(home, row.id) : undefined
  return {
    ...row,
    certificates: row.certificates.map(certificateOf),
    origin,
    returnUrl: saml?.acsUrl ?? `${home}/login/oauth2/code/${row.id}`,
    eventsUrl: row.type === 'OKTA' ? `${home}/api/hooks/okta/${row.id}` : null,
    metadataUrl: saml ? `${home}/login/saml2/metadata/${row.id}` : null,
  }
}

function certificateOf(pem: string): IdentityProvider['certificates'][number] {
  const { subject, validTo } = new X509Certificate(pem)
  return { pem, subject: subject.split('\n').reverse().join(', '), validUntil: new Date(validTo).toISOString() }
}
