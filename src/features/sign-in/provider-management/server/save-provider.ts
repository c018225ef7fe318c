import { sql } from 'kysely'
import { secretOf } from '#features/sign-in/identity-providers/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import type { Encryptor } from '#kit/server/encryption.ts'
import { changesOf, fromTo } from '#kit/server/events/event.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { actorOfRequest, type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type createProvider,
  type IdentityProvider,
  providerCreated,
  providerProblems,
  providerUpdated,
  type updateProvider,
} from '../contract.ts'
import {
  requireComplete,
  requireMayGrantMappedRoles,
  requireNoEscalation,
  requireUniqueDomainsAndIssuer,
} from './check-provider.ts'
import { disableSignInMethod } from './end-provider.ts'
import { lockProvider } from './lock-provider.ts'
import { providersWhere } from './provider-store.ts'
import { readSettings, type Settings } from './read-settings.ts'

/** Sets up a provider. Without all of its settings it waits, disabled, for the rest of them. */
export async function create(portal: AppContext, encrypt: Encryptor, call: CommandContext<typeof createProvider>) {
  const { tx, session, body, request } = call
  const { id: wish, confirmUntested, ...settingsBody } = body
  const settings = readSettings(settingsBody, portal.config.privateHosts)
  const id = wish ?? (await freeId(tx, body.name))
  await requireUniqueId(tx, id)
  const newSettings = { ...nothing, ...settings, type: body.type, id }
  const isEnabled = body.enabled ?? false
  requireComplete({ ...newSettings, enabled: isEnabled })
  if (isEnabled) requireConfirmed(body.name, confirmUntested)
  await requireUniqueDomainsAndIssuer(tx, portal, newSettings)
  await requireMayGrantMappedRoles(portal, session, request.ip, { before: {}, after: newSettings.claimMapping })
  await requireNoEscalation(tx, session, newSettings)
  const row = {
    ...columnsOf(encrypt, id, settings),
    id,
    name: settings.name ?? body.name,
    type: body.type,
    enabled: isEnabled,
  }
  await tx.insertInto('identity_providers').values(row).execute()
  await call.record(providerCreated, { subject: id, data: { name: row.name, type: row.type } })
  return asKept(portal, tx, id, 201)
}

/** Changes some settings of a provider. The issuer that identifies its users stays as long as it has some. */
export async function update(portal: AppContext, encrypt: Encryptor, call: CommandContext<typeof updateProvider>) {
  const { tx, session, params, body, request } = call
  const before = await lockProvider(portal, tx, params.id)
  requireVersion(call, before.version)
  const type = body.type ?? (before.type === 'EMBEDDED' ? 'OIDC' : before.type)
  const { confirmUntested, ...settingsBody } = body
  const settings = readSettings({ ...settingsBody, type }, portal.config.privateHosts)
  const after = { ...before, ...settings }
  requireComplete(after)
  await requireUniqueDomainsAndIssuer(tx, portal, after)
  if (before.issuer !== after.issuer && before.users > 0) {
    const fields = [{ path: 'issuer', message: 'cannot be changed: users sign in with it' }]
    throwProblem(providerProblems['provider-has-users'], { count: before.users }, { fields })
  }
  await requireMayGrantMappedRoles(portal, session, request.ip, {
    before: before.claimMapping,
    after: after.claimMapping,
  })
  for (const provider of [before, after]) await requireNoEscalation(tx, session, provider)
  const changes = changedSettings(before, settings)
  if (Object.keys(changes).length === 0) return asKept(portal, tx, before.id)
  const isReconnected = connection.some((name) => name in changes)
  if (!before.enabled && after.enabled && (isReconnected || !before.tested))
    requireConfirmed(after.name, confirmUntested)
  if (before.enabled && !after.enabled) await disableSignInMethod(tx, before, actorOfRequest(request))
  const row = {
    ...columnsOf(encrypt, before.id, settings),
    ...(isReconnected && { connection_changed_at: sql<Date>`now()` }),
    version: before.version + 1,
    updated_at: sql<Date>`now()`,
  }
  await tx.updateTable('identity_providers').set(row).where('id', '=', before.id).execute()
  await call.record(providerUpdated, { subject: before.id, data: { name: after.name, changes } })
  return asKept(portal, tx, before.id)
}

/** The settings by which the provider is reached and recognised: a test sign-in proves them. */
const connection = ['type', 'issuer', 'clientId', 'clientSecret', 'scopes', 'entryPoint', 'entityId', 'certificates']

/** Rejects enabling a provider without a passed sign-in, unless its name was typed. */
function requireConfirmed(name: string, typedName: string | undefined): void {
  if (typedName?.trim() !== name.trim()) throwProblem(providerProblems['provider-untested'], { name })
}

const nothing = {
  issuer: null,
  clientId: null,
  entryPoint: null,
  domains: [],
  certificates: [],
  claimMapping: {},
  enabled: false,
}

async function asKept(
  portal: AppContext,
  tx: Tx,
  id: string,
  status?: number,
): Promise<HandlerResponse<IdentityProvider>> {
  const [provider] = await providersWhere(portal, tx, sql`p.id = ${id}`)
  return respond(provider!, { etag: etagOf(provider!.version), ...(status ? { status } : {}) })
}

/** The columns of settings; absent ones are left out, so that they stay unchanged. */
function columnsOf(encrypt: Encryptor, id: string, settings: Settings) {
  const { claimMapping } = settings
  const encryptSecret = (secret: string | null | undefined, use?: Parameters<typeof secretOf>[1]) =>
    secret == null ? secret : encrypt.close(secret, secretOf(id, use))
  const row = {
    name: settings.name,
    type: settings.type,
    external_uuid: settings.externalUuid,
    issuer: settings.issuer,
    client_id: settings.clientId,
    client_secret: encryptSecret(settings.clientSecret),
    scopes: settings.scopes,
    domains: settings.domains,
    allow_user_creation: settings.allowUserCreation,
    use_external_acl: settings.useExternalAcl,
    trusts_routed_addresses: settings.trustsRoutedAddresses,
    claim_mapping: claimMapping && JSON.stringify(claimMapping),
    enabled: settings.enabled,
    entry_point: settings.entryPoint,
    entity_id: settings.entityId,
    certificates: settings.certificates,
    management_url: settings.managementUrl,
    management_secret: encryptSecret(settings.managementSecret, 'management'),
    events_secret: encryptSecret(settings.eventsSecret, 'events'),
    factor_group: settings.factorGroup,
  }
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as {
    readonly [Name in keyof typeof row]?: Exclude<(typeof row)[Name], undefined>
  }
}

/** The changes, for the record: of secrets only that they changed, of certificates their owner. */
function changedSettings(before: IdentityProvider, { certificates, ...settings }: Settings) {
  const { clientSecret, managementSecret, eventsSecret, ...plain } = settings
  const pems = before.certificates.map(({ pem }) => pem)
  const others = certificates !== undefined && JSON.stringify(certificates) !== JSON.stringify(pems)
  return {
    ...changesOf(before, plain),
    ...(clientSecret === undefined ? {} : { clientSecret: secretChange(before.clientSecretSet, clientSecret) }),
    ...(managementSecret === undefined
      ? {}
      : { managementSecret: secretChange(before.managementSecretSet, managementSecret) }),
    ...(eventsSecret === undefined ? {} : { eventsSecret: secretChange(before.eventsSecretSet, eventsSecret) }),
    ...(others ? { certificates: fromTo(pems.length, certificates.length) } : {}),
  }
}

function secretChange(was: boolean, is: string | null) {
  return fromTo(was ? 'set' : null, is === null ? null : was ? 'replaced' : 'set')
}

/** Ids with another meaning in addresses, or of providers that are not set up here. */
const reservedIds: ReadonlySet<string> = new Set(['embedded', 'oidc', 'list', 'diagnostics', 'attempts'])

/** Rejects an id that another provider has. */
async function requireUniqueId(tx: Tx, id: string): Promise<void> {
  if (!reservedIds.has(id) && !(await isTaken(tx, id))) return
  throwProblem(providerProblems['provider-exists'], { id }, { fields: [{ path: 'id', message: 'is taken' }] })
}

/** An id made of a provider's name, with a number appended when the name alone is taken. */
async function freeId(tx: Tx, name: string): Promise<string> {
  const plain = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
    .slice(0, 26)
  for (let number = 1; ; number += 1) {
    const id = `${plain || 'provider'}${number === 1 ? '' : `-${number}`}`
    // The default id is given only when requested by name.
    if (id !== 'okta' && !reservedIds.has(id) && !(await isTaken(tx, id))) return id
  }
}

async function isTaken(tx: Tx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('identity_providers').select('id').where('id', '=', id).executeTakeFirst()
  return row !== undefined
}
