import { execFile } from 'node:child_process'
import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SoftwareDesk, sha256, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'

const run = promisify(execFile)
const verifiers = [
  ['sh', 'headend-verify.sh'],
  [process.execPath, 'headend-verify.mjs'],
] as const
let desk: SoftwareDesk
let folder: string
let release: string
const at = (name: string) => join(folder, name)
beforeAll(async () => {
  desk = await softwareApp()
  folder = await mkdtemp(join(tmpdir(), 'headend-receipts-'))
  for (const name of ['headend-verify.sh', 'headend-verify.mjs', 'headend-keys.pem']) {
    const response = await fetch(`${desk.url}/.well-known/${name}`)
    await writeFile(at(name), Buffer.from(await response.arrayBuffer()))
  }
  await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', at('receipt.key')])
  await sql`insert into deployments (account_id, name, version, type, stage) values
    (${desk.accounts.acme.id}, 'North hub 1', 'cOS-DOCSIS', 'DOCSIS', 'PRODUCTION')`.execute(desk.portal.db)
  release = await delivered('acme', 'mia')
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

/** Delivers a release with two files, and downloads only its kit: nothing is marked as downloaded. */
async function delivered(account: 'acme' | 'blue', customer: 'mia' | 'bob'): Promise<string> {
  const bundle = await desk.bundle()
  await desk.upload(bundle, 'core.bin', 'the core')
  await desk.upload(bundle, 'notes.md', 'notes')
  const id = await desk.release(bundle, account)
  expect((await desk.deliver(id)).status).toBe('DELIVERED')
  const headers = desk.users[customer].headers
  const kit = await fetch(`${desk.url}/api/bundle-releases/${id}/verification-kit`, { headers })
  await mkdir(at(id))
  await writeFile(at('kit.tar'), Buffer.from(await kit.arrayBuffer()))
  await run('tar', ['-xf', at('kit.tar'), '-C', at(id)])
  await writeFile(join(at(id), 'core.bin'), 'the core')
  await writeFile(join(at(id), 'notes.md'), 'notes')
  await writeFile(at('headend-keys.pem'), await (await fetch(`${desk.url}/.well-known/headend-keys.pem`)).text())
  return id
}

async function receiptOf(
  [program, script]: readonly [string, string],
  options: readonly string[] = [],
  { id = release, account = 'acme' } = {},
): Promise<string> {
  const words = ['--receipt', at('receipt'), ...options, at('headend-keys.pem'), account, at(id)]
  await run(program, [at(script), ...words])
  return readFile(at('receipt'), 'utf8')
}
const send = (receipt: string, name: 'mia' | 'uma' | 'bob' | 'rita' | 'finn' = 'uma') =>
  desk.call(name, 'POST', '/api/receipts', { receipt })
const files = async (id = release) =>
  rowsOf(await desk.call('mia', 'GET', `/api/bundle-component-file-releases?bundleReleaseIds=${id}`), 'fileReleases')
const publicPem = async () =>
  String(createPublicKey(createPrivateKey(await readFile(at('receipt.key')))).export({ type: 'spki', format: 'pem' }))
/** A receipt with other content, signed with this key or not at all. */
function rewritten(receipt: string, change: object, key?: Parameters<typeof sign>[2]): string {
  const text = `headend-receipt 1\n${JSON.stringify({ ...JSON.parse(receipt.split('\n')[1]!), ...change })}\n`
  if (!key) return text
  const id = sha256(createPublicKey(key as never).export({ type: 'spki', format: 'der' }))
  return `${text}${id} ${sign(null, Buffer.from(text), key).toString('base64')}\n`
}

test.each(verifiers)(
  'an unsigned receipt of %s %s makes its files downloaded, and is marked as unsigned',
  async (...verifier) => {
    const id = await delivered('acme', 'mia')
    expect((await files(id)).map(({ fileStatus }) => fileStatus)).toEqual(['SIGNED', 'SIGNED'])
    const sent = await send(await receiptOf(verifier, [], { id }))
    expect([sent.status, sent.body]).toMatchObject([201, { releaseId: id, deployment: null, components: 2, key: null }])
    expect(await files(id)).toMatchObject([
      { fileStatus: 'DOWNLOADED', deployed: null, receiptSigned: false },
      { fileStatus: 'DOWNLOADED', deployed: null, receiptSigned: false },
    ])
  },
)

test('a key is registered once, for one account; only its public half is accepted', async () => {
  const register = (name: 'mia' | 'uma' | 'bob' | 'rita', publicKey: string, account = 'acme') =>
    desk.call(name, 'POST', '/api/receipt-keys', { account, name: 'Release desk', publicKey })
  expect((await register('uma', await publicPem())).status).toBe(403)
  expect((await register('rita', await publicPem())).status).toBe(403)
  expect((await register('mia', await publicPem(), 'blue')).status).toBe(404)
  expect((await register('mia', await readFile(at('receipt.key'), 'utf8'))).body.code).toBe('receipt-key-malformed')
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ type: 'spki', format: 'pem' })
  expect((await register('mia', String(rsa))).body.code).toBe('receipt-key-malformed')
  const made = await register('mia', await publicPem())
  expect([made.status, made.body]).toMatchObject([201, { name: 'Release desk', revoked: null }])
  expect((await register('mia', await publicPem())).body.code).toBe('receipt-key-exists')
  const listed = await desk.call('rita', 'GET', '/api/receipt-keys?account=acme')
  expect(listed.body.keys).toMatchObject([{ id: made.body.id }])
  expect((await desk.call('bob', 'GET', '/api/receipt-keys?account=acme')).status).toBe(404)
})

test.each(verifiers)('a signed receipt of %s %s with a deployment makes its files deployed', async (...verifier) => {
  const id = await delivered('acme', 'mia')
  const receipt = await receiptOf(verifier, ['--deployment', 'North hub 1', '--sign', at('receipt.key')], { id })
  const live = await desk.live('mia')
  await live.subscribe('r', '/topic/bundle-releases/acme')
  const sent = await send(receipt)
  expect([sent.status, sent.body]).toMatchObject([
    201,
    { deployment: 'North hub 1', components: 2, key: { name: 'Release desk' } },
  ])
  await live.until(
    ({ body }) => String(body).includes('bundle.receipt-received') && String(body).includes(`"id":"${id}"`),
  )
  expect(await files(id)).toMatchObject([
    { fileStatus: 'DEPLOYED', deployed: expect.any(String), receiptSigned: true },
    { fileStatus: 'DEPLOYED', receiptSigned: true },
  ])
  const { rows } = await sql<{ data: unknown }>`
    select data from events where name = 'bundle.receipt-received' order by id desc limit 1`.execute(desk.portal.db)
  expect(rows[0]?.data).toMatchObject({ releaseId: Number(id), deployment: 'North hub 1', signed: true })
  const list = rowsOf(await desk.call('uma', 'GET', '/api/receipts?account=acme'), 'receipts')
  expect(list[0]).toMatchObject({ releaseId: id, receivedBy: 'User With USER' })
})

/** Runs the command line of the product with the token of this user. */
async function headend(
  receipt: string,
  { name = 'uma', file = at('sent'), env = {} }: { name?: 'uma' | 'bob' | 'finn'; file?: string; env?: object } = {},
): Promise<{ status: number; text: string }> {
  await writeFile(at('sent'), receipt)
  const token = desk.users[name].token
  const own = { PATH: process.env.PATH ?? '', PORTAL_URL: desk.url, PORTAL_TOKEN: token, ...env }
  return run(process.execPath, ['dist/portal/cli.js', 'receipts', 'upload', file], { env: own }).then(
    ({ stdout }) => ({ status: 0, text: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ status: code, text: stderr }),
  )
}

test('the command line sends receipts: exactly the named components are downloaded, or deployed', async () => {
  const id = await delivered('acme', 'mia')
  const one = rewritten(await receiptOf(verifiers[0], [], { id }), { components: [sha256('notes')] })
  expect(await headend(one)).toEqual({
    status: 0,
    text: '1 component of Upgrade (acme) is Downloaded; the receipt is unsigned\n',
  })
  expect((await files(id)).map(({ fileName, fileStatus }) => [fileName, fileStatus])).toEqual([
    ['core.bin', 'SIGNED'],
    ['notes.md', 'DOWNLOADED'],
  ])
  const both = await receiptOf(verifiers[1], ['--deployment', 'North hub 1', '--sign', at('receipt.key')], { id })
  expect(await headend(both)).toEqual({
    status: 0,
    text: '2 components of Upgrade (acme) are Deployed on North hub 1; the receipt is signed with Release desk\n',
  })
  expect((await files(id)).map(({ fileStatus }) => fileStatus)).toEqual(['DEPLOYED', 'DEPLOYED'])
})

test('the command line rejects with status 1 and a sentence, and nothing changes', async () => {
  const id = await delivered('acme', 'mia')
  const receipt = await receiptOf(verifiers[0], ['--sign', at('receipt.key')], { id })
  const old = new Date(Date.now() - 40 * 86_400_000).toISOString().replace(/\.\d+/, '')
  const rejected = async (text: string, why: string, options: Parameters<typeof headend>[1] = {}) => {
    const sent = await headend(text, options)
    expect([sent.status, sent.text.trimEnd().split('\n')]).toEqual([1, [expect.stringContaining(why)]])
    expect((await files(id)).map(({ fileStatus }) => fileStatus)).toEqual(['SIGNED', 'SIGNED'])
  }
  const forged = receipt.replace('"deployment":""', '"deployment":"North hub 1"')
  await rejected(
    forged,
    'sent was not accepted: The signature of the receipt is not valid: it was changed after it was signed.',
  )
  await rejected(receipt, 'The release of this receipt was not found', { name: 'bob' })
  await rejected(rewritten(receipt, { verifiedAt: old }), 'that is more than 30 days ago')
  await rejected('no receipt', 'This is not a receipt of verify.sh or verify.mjs')
  await rejected(receipt, 'You do not have permission', { name: 'finn' })
  await rejected(receipt, 'was not accepted', { env: { PORTAL_TOKEN: 'hdt_wrong' } })
  await rejected(receipt, 'set PORTAL_TOKEN', { env: { PORTAL_TOKEN: '' } })
  await rejected(receipt, 'set PORTAL_URL', { env: { PORTAL_URL: 'portal.example.com' } })
  await rejected(receipt, 'http://127.0.0.1:1 cannot be reached', { env: { PORTAL_URL: 'http://127.0.0.1:1' } })
  await rejected(receipt, 'missing cannot be read: ENOENT', { file: at('missing') })
  const other = await delivered('acme', 'mia')
  const sent = await receiptOf(verifiers[0], [], { id: other })
  expect((await headend(sent)).status).toBe(0)
  await rejected(sent, 'This receipt was sent before.')
})

describe('rejected, and nothing changes:', () => {
  const rejected = async (receipt: string, code: string, name: 'mia' | 'uma' | 'bob' = 'uma') => {
    expect((await send(receipt, name)).body.code).toBe(code)
    expect((await files()).map(({ fileStatus }) => fileStatus)).toEqual(['SIGNED', 'SIGNED'])
  }
  const shell = verifiers[0]

  test('what is no receipt', async () => {
    const receipt = await receiptOf(shell)
    for (const text of [
      'x',
      receipt.replace('receipt 1', 'receipt 2'),
      `${receipt}more\nlines\n`,
      receipt.replace('"nonce"', '"n"'),
    ])
      await rejected(text, 'receipt-malformed')
    await rejected(rewritten(receipt, { more: 1 }), 'receipt-malformed')
  })

  test('a forged one: changed after it was signed, signed with another key, of another statement, of other files', async () => {
    const receipt = await receiptOf(shell, ['--sign', at('receipt.key')])
    await rejected(receipt.replace('"deployment":""', '"deployment":"North hub 1"'), 'receipt-signature-invalid')
    const { privateKey } = generateKeyPairSync('ed25519')
    await rejected(rewritten(receipt, {}, privateKey), 'receipt-signature-invalid')
    await rejected(rewritten(receipt, { statement: 'a'.repeat(64) }), 'receipt-not-of-release')
    await rejected(rewritten(receipt, { components: ['b'.repeat(64)] }), 'receipt-not-of-release')
    await rejected(rewritten(receipt, { components: [] }), 'receipt-not-of-release')
    await rejected(rewritten(receipt, { account: 'blue' }), 'receipt-not-of-release')
    await rejected(rewritten(receipt, { deployment: 'Elsewhere' }), 'receipt-deployment-unknown')
  })

  test('a foreign one: of another account, or sent by users who may not', async () => {
    const foreign = await delivered('blue', 'bob')
    await rejected(await receiptOf(shell, [], { id: foreign, account: 'blue' }), 'receipt-release-not-found')
    const own = await receiptOf(shell)
    await rejected(own, 'receipt-release-not-found', 'bob')
    for (const name of ['rita', 'finn'] as const) expect((await send(own, name)).status).toBe(403)
  })

  test('a stale one, and one of the future', async () => {
    const receipt = await receiptOf(shell)
    const shifted = (days: number) =>
      rewritten(receipt, { verifiedAt: new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, '') })
    await rejected(shifted(-31), 'receipt-stale')
    await rejected(shifted(-2), 'receipt-stale')
    await rejected(shifted(1), 'receipt-stale')
  })

  test('a signed one whose key was revoked', async () => {
    const receipt = await receiptOf(shell, ['--sign', at('receipt.key')])
    const { text } = await desk.call('mia', 'GET', '/api/receipt-keys?account=acme')
    const [key] = (JSON.parse(text) as { keys: { id: string }[] }).keys
    expect((await desk.call('uma', 'DELETE', `/api/receipt-keys/${key!.id}`)).status).toBe(403)
    expect((await desk.call('mia', 'DELETE', `/api/receipt-keys/${key!.id}`)).status).toBe(204)
    expect((await desk.call('mia', 'DELETE', `/api/receipt-keys/${key!.id}`)).body.code).toBe('receipt-key-not-found')
    await rejected(receipt, 'receipt-signature-invalid')
  })
})

test('only the named components change; sent again, also without its signature, a receipt is rejected', async () => {
  const receipt = rewritten(await receiptOf(verifiers[0]), {
    components: [sha256('the core')],
    deployment: 'North hub 1',
  })
  expect((await send(receipt)).status).toBe(201)
  expect(await files()).toMatchObject([{ fileName: 'core.bin', fileStatus: 'DEPLOYED' }, { fileStatus: 'SIGNED' }])
  expect((await send(receipt)).body.code).toBe('receipt-repeated')
  expect((await send(`${receipt.trimEnd()}\r\n`)).body.code).toBe('receipt-repeated')
})

test('a deleted release keeps its manifest, statement, signature and receipts, also without its bundle', async () => {
  const { bundleId, bundleName } = (await desk.call('ada', 'GET', `/api/bundle-releases/${release}`)).body
  expect((await desk.call('ada', 'DELETE', `/api/bundle-releases/${release}`)).status).toBe(204)
  expect((await desk.call('rita', 'DELETE', `/api/bundles/${bundleId}`)).status).toBe(204)
  for (const path of ['manifest', 'manifest?form=statement', 'signature', 'signature?form=minisig', 'verification-kit'])
    expect((await desk.call('mia', 'GET', `/api/bundle-releases/${release}/${path}`)).status).toBe(200)
  const receipts = rowsOf(await desk.call('rita', 'GET', '/api/receipts?account=acme'), 'receipts')
  expect(receipts).toContainEqual(expect.objectContaining({ releaseId: release, bundleName }))
  expect((await desk.call('mia', 'GET', `/api/bundle-releases/${release}/download`)).status).toBe(404)
})
