import { execFile } from 'node:child_process'
import { verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { generate } from 'otplib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '#features/users/demo-users/server/index.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { checkpointFile, writeCheckpoint } from '#kit/server/events/checkpoints.ts'
import { appDefinition } from '#server/app.ts'
import { encryptedColumns } from '#server/encrypted-columns.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { freePort } from '#test/product-process.ts'
import { openBrowser, type Page, type SignedIn, signedIn } from '#test/sign-in.ts'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'
import { softwarePasskey } from '#test/software-passkey.ts'
import { makeUsers, type Users } from '#test/users.ts'

const run = promisify(execFile)
const first = 'the secret key of the first year'
const second = 'the secret key of the second year'
const third = 'the secret key of somebody else, not ours'
const changed = { SECRET_KEY: second, SECRET_KEY_BEFORE: first }

let database: Awaited<ReturnType<typeof testDatabase>>
let place: { readonly DATA_DIR: string; readonly PORT: string }
let desk: SoftwareDesk
let users: Users
let release: string[]
let shared: string
let authenticator: string
let recoveryCodes: string[]
let passkey: ReturnType<typeof softwarePasskey>
let admin: SignedIn

/** A portal that has run with its first key, and was stopped. */
beforeAll(async () => {
  database = await testDatabase()
  place = { DATA_DIR: await mkdtemp(join(tmpdir(), 'headend-key-')), PORT: String(await freePort()) }
  desk = await softwareApp({ database: database.url, env: { ...place, SECRET_KEY: first } })
  users = await makeUsers(desk.portal)
  await signSoftware()
  await giveFactors()
  const secrets = { clientSecret: 'hush 1', managementSecret: 'hush 2', eventsSecret: 'hush-hush-hush-3' }
  const provider = { type: 'OIDC', id: 'acme', name: 'Acme', managementUrl: 'https://acme.example', ...secrets }
  expect((await admin.call('/api/authentication/idp', { method: 'POST', json: provider })).status).toBe(201)
  expect((await fetch(`${desk.url}/login/saml2/certificate`)).status).toBe(200)
  expect((await fetch(`${desk.url}/api/certificates/ca`)).status).toBe(200)
  const { db, config } = desk.portal
  await writeCheckpoint(db, checkpointFile(config.dataDirectory), config)
  await desk.close()
})
afterAll(async () => {
  await database.drop()
  await rm(place.DATA_DIR, { recursive: true, force: true })
})

test('every bytea column is listed as encrypted, or known to store nothing encrypted for long', async () => {
  const app = await testApp()
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where data_type = 'bytea' and table_schema = 'public'
      and not (select relispartition from pg_class where oid = (table_schema || '.' || table_name)::regclass) order by 1`.execute(
    app.portal.db,
  )
  await app.close()
  const named = new Set(encryptedColumns(appDefinition.features).map(({ table, column }) => `${table}.${column}`))
  expect(named.size).toBe(14)
  expect(rows.map(({ name }) => name).filter((name) => !named.delete(name))).toEqual([
    'account_tokens.hash',
    'api_tokens.hash',
    'bundle_releases.manifest',
    'bundle_releases.signature',
    'bundle_releases.statement',
    'calendar_feeds.token_hash',
    'certificate_revocation_list.der',
    'deployment_tokens.hash',
    'event_chain.hash',
    'events.hash',
    'heat_map_blocks.query',
    'heat_map_blocks.values',
    'idempotency_keys.request_hash',
    'link_jobs.token_hash',
    'metric_chunks.data',
    'metric_rollups.hours',
    'metric_series.fingerprint',
    'one_time_links.hash',
    'passkeys.public_key',
    'recovery_codes.hash',
    // Encrypted, for minutes.
    'saml_requests.response',
    'scim_connections.hash',
    'session_tokens.hash',
    'signed_sla_months.csv',
    'signed_sla_months.csv_signature',
    'signed_sla_months.json',
    'signed_sla_months.json_signature',
    'signed_sla_months.pdf',
    'signed_sla_months.pdf_signature',
    'ticket_exchanges.request_hash',
    // Encrypted, for ten minutes.
    'totp_enrolments.secret',
    'used_webauthn_challenges.hash',
  ])
  expect([...named]).toEqual([])
})

test('with another key alone the product does not start, nor does its tool: one line, without a key', async () => {
  for (const failure of await Promise.all([runs('main', { SECRET_KEY: third }), runs('cli', { SECRET_KEY: third })])) {
    expect(failure).toMatch(/^1 SECRET_KEY is not the key [^\n]+\n$/)
    expect(failure).not.toContain(third)
  }
})

test('with the previous key beside the new one everything still works, and no user is signed out', async () => {
  const app = await boot(changed)
  expect((await admin.call('/api/users/token/refresh', { method: 'POST' })).status).toBe(200)
  await allWorks(app)
  await app.close()
})

test('reencryption converts everything at once, and again does no harm; then the previous key is not needed', async () => {
  expect(await runs('cli', changed)).toMatch(
    /^Re-encrypted: ([1-9]\d*) secrets.* Signed again: [1-9]\d* checkpoints\.\n$/,
  )
  expect(await runs('cli', changed)).toMatch(/^Re-encrypted: 0 secrets/)
  expect(await runs('cli', { SECRET_KEY: first })).toMatch(/^1 SECRET_KEY is not the key/)
  const app = await boot({ SECRET_KEY: second })
  await allWorks(app)
  const { secrets, events } = await keptIn(app)
  expect(secrets).toEqual(['hush 1', 'hush 2', 'hush-hush-hush-3'])
  expect(events).toBe(1)
  await app.close()
  expect(await runs('cli', { SECRET_KEY: second }, 'audit', 'verify')).toMatch(/[1-9]\d* checkpoints/)
})

function boot(keys: Record<string, string>): Promise<TestApp> {
  return testApp({ database: database.url, env: { ...place, ...keys } })
}

/** Runs a built program of the product; returns its output, or its exit code and its error output. */
function runs(program: string, keys: Record<string, string>, ...command: string[]): Promise<string> {
  const args = [`dist/portal/${program}.js`, ...(command.length > 0 ? command : ['secret', 'rotate'])]
  const env = { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'fatal', ...place, ...keys }
  return run(process.execPath, args, { env }).then(
    ({ stdout }) => stdout,
    (failure: { code: number; stderr: string }) => `${failure.code} ${failure.stderr}`,
  )
}

async function signSoftware(): Promise<void> {
  const bundle = await desk.bundle()
  const file = await desk.upload(bundle, 'core.bin', 'the core')
  release = [await desk.release(bundle), await desk.release(bundle), await desk.release(bundle)]
  expect((await desk.deliver(release.pop()!)).status).toBe('DELIVERED')
  const link = await desk.call('rita', 'GET', `/api/box/file/upload/${file}/shareable-link`)
  shared = new URL(String(link.body.content)).pathname
}

async function giveFactors(): Promise<void> {
  const own = openBrowser(desk.url)
  const enrol = await passwordStep(own, users.admin.email)
  authenticator = /<code>([A-Z2-7 ]+)<\/code>/.exec(enrol.text)![1]!.replaceAll(' ', '')
  const shown = await own.go(enrol.url.href, { step: 'enrol', code: await generate({ secret: authenticator }) })
  recoveryCodes = [...shown.text.matchAll(/<li><code>([a-z0-9-]+)<\/code>/g)].map(([, code]) => code!)
  await own.go(enrol.url.href, { step: 'done' })
  admin = signedIn(desk.url, own)

  const other = openBrowser(desk.url)
  const begun = await passwordStep(other, users.csm.email)
  const secret = /<code>([A-Z2-7 ]+)<\/code>/.exec(begun.text)![1]!.replaceAll(' ', '')
  await other.go(begun.url.href, { step: 'enrol', code: await generate({ secret }) })
  await other.go(begun.url.href, { step: 'done' })
  const csm = signedIn(desk.url, other)
  const factors = '/api/users/me/factors'
  passkey = softwarePasskey(desk.url)
  const options = await (await csm.call(`${factors}/passkeys/options`, { method: 'POST', json: {} })).json()
  const json = { name: 'Key', credential: passkey.create(options as Parameters<typeof passkey.create>[0]) }
  expect((await csm.call(`${factors}/passkeys`, { method: 'POST', json })).status).toBe(201)
  expect((await csm.call(`${factors}/totp`, { method: 'DELETE' })).status).toBe(204)
}

/** Users with links and tokens issued before can still use them, and releases are signed. */
async function allWorks(app: TestApp): Promise<void> {
  // The revocation list is signed with the stored key of the certificate authority.
  expect((await fetch(`${app.url}/api/certificates/crl`)).status).toBe(200)
  await sql`update user_totps set last_step = 0`.execute(app.portal.db)
  for (const response of [
    { step: 'totp', code: await generate({ secret: authenticator }) },
    { step: 'recovery', code: recoveryCodes.pop()! },
  ]) {
    const browser = openBrowser(app.url)
    const page = await passwordStep(browser, users.admin.email)
    await browser.go(page.url.href, response)
    expect((await signedIn(app.url, browser).call('/api/users/me')).status).toBe(200)
  }
  const browser = openBrowser(app.url)
  const page = await passwordStep(browser, users.csm.email)
  const options = JSON.parse((await browser.go('/signin/passkey', {})).text) as Parameters<typeof passkey.get>[0]
  await browser.go(page.url.href, { step: 'passkey', passkey: passkey.get(options) })
  expect((await signedIn(app.url, browser).call('/api/users/me')).status).toBe(200)
  expect((await fetch(app.url + shared)).status).toBe(200)
  await delivers(release.pop()!)
}

async function delivers(id: string): Promise<void> {
  expect((await desk.deliver(id)).status).toBe('DELIVERED')
  const [pae, signature, keys] = await Promise.all(
    [`manifest?form=pae`, 'signature?form=raw']
      .map(async (form) => bytesOf(`/api/bundle-releases/${id}/${form}`))
      .concat(bytesOf('/.well-known/headend-keys.pem')),
  )
  expect(String(keys).match(/BEGIN PUBLIC KEY/g)).toHaveLength(1)
  expect(verify(null, pae!, String(keys), signature!)).toBe(true)
}

async function bytesOf(path: string): Promise<Buffer> {
  const response = await fetch(desk.url + path, { headers: desk.users.mia.headers })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function keptIn({ portal: { db, config } }: TestApp): Promise<{ secrets: string[]; events: number }> {
  const encrypt = encryptorFor(config)
  const row = await db.selectFrom('identity_providers').selectAll().where('id', '=', 'acme').executeTakeFirstOrThrow()
  const purpose = 'identity provider acme'
  return {
    secrets: [
      encrypt.open(row.client_secret!, purpose),
      encrypt.open(row.management_secret!, `${purpose} management`),
      encrypt.open(row.events_secret!, `${purpose} events`),
    ],
    events: (await db.selectFrom('events').select('id').where('name', '=', 'secrets.reencrypted').execute()).length,
  }
}

async function passwordStep(browser: ReturnType<typeof openBrowser>, email: string): Promise<Page> {
  const page = await browser.go('/signin', { email })
  return browser.go(page.url.href, { step: 'password', password: demoPassword })
}
