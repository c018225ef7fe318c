import { execFile } from 'node:child_process'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SigningKey } from '#features/platform/signing/contract.ts'
import { prepareSigning, revokeSigningKey, rotateSigningKey } from '#features/platform/signing/server/index.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type SoftwareDesk, softwareApp, until } from '#test/software-app.ts'
import type { Json } from '#test/support-app.ts'

const run = promisify(execFile)
let folder: string
const at = (name: string) => join(folder, name)
/** The command signs with this key, by openssl. */
const useKey = (name: string) => run('cp', [at(name), at('current.key')])
/** What the command does: `sign` as it should, or a shell command in place of that. */
const behave = (mode: string) => writeFile(at('mode'), mode)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-signers-'))
  for (const name of ['one.key', 'two.key', 'three.key'])
    await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', at(name)])
  const script = `#!/bin/sh
cd '${folder}'
case "$1" in
  public-key) openssl pkey -in current.key -pubout ;;
  sign)
    bytes=$(mktemp)
    trap 'rm -f "$bytes"' EXIT
    cat > "$bytes"
    mode=$(cat mode)
    if [ "$mode" != sign ]; then sh -c "$mode"; exit; fi
    openssl pkeyutl -sign -rawin -inkey current.key -in "$bytes" ;;
esac
`
  await writeFile(at('sign.sh'), script, { mode: 0o700 })
  await useKey('one.key')
  await behave('sign')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const signers = [
  { name: 'stored here', env: () => ({}), next: async () => undefined },
  {
    name: 'behind a command',
    env: () => ({ SIGNING_COMMAND: at('sign.sh'), SIGNING_TIMEOUT_SECONDS: '300' }),
    next: () => useKey('two.key'),
  },
]

describe.each(signers)('a signing key $name', ({ name, env, next }) => {
  let desk: SoftwareDesk
  const url = '/api/bundle-releases'
  beforeAll(async () => {
    desk = await softwareApp({ env: env() })
    await prepareSigning(desk.portal.db, desk.portal.config)
  })
  afterAll(() => desk.close())

  const keys = async () =>
    ((await (await fetch(`${desk.url}/.well-known/headend-keys.json`)).json()) as { keys: SigningKey[] }).keys
  const bytesOf = async (release: string, path: string) => {
    const response = await fetch(`${desk.url}${url}/${release}/${path}`, { headers: desk.users.mia.headers })
    expect(response.status).toBe(200)
    return Buffer.from(await response.arrayBuffer())
  }
  async function released(): Promise<string> {
    const bundle = await desk.bundle()
    await desk.upload(bundle, 'core.bin', 'the core')
    return desk.release(bundle)
  }
  async function retried(release: string): Promise<Json> {
    const retry = await desk.call('rita', 'POST', `${url}/signature/${release}/retry`)
    expect(retry.status, retry.text).toBe(200)
    return until(async () => {
      const { body } = await desk.call('rita', 'GET', `${url}/${release}`)
      return ['DONE', 'FAILED'].includes(String((body.approval as Json | null)?.state)) ? body : undefined
    })
  }
  /** Checks both signatures of a delivered release with the published key that it names. */
  async function requireSigned(release: string, by: SigningKey): Promise<void> {
    const key = createPublicKey(by.publicKey)
    const statement = await bytesOf(release, 'manifest?form=statement')
    const signed = await bytesOf(release, 'manifest?form=pae')
    expect(verify(null, signed, key, await bytesOf(release, 'signature?form=raw'))).toBe(true)
    const envelope = JSON.parse(String(await bytesOf(release, 'signature'))) as { signatures: { keyid: string }[] }
    expect(envelope.signatures.map(({ keyid }) => keyid)).toEqual([by.keyId])
    const [, first = '', comment = '', all = ''] = String(await bytesOf(release, 'signature?form=minisig')).split('\n')
    const raw = Buffer.from(first, 'base64').subarray(10)
    expect(verify(null, createHash('blake2b512').update(statement).digest(), key, raw)).toBe(true)
    const trusted = Buffer.concat([raw, Buffer.from(comment.replace('trusted comment: ', ''))])
    expect(verify(null, trusted, key, Buffer.from(all, 'base64'))).toBe(true)
  }

  test('signs releases, and its public half is published', async () => {
    const release = await released()
    expect(await desk.deliver(release)).toMatchObject({ status: 'DELIVERED' })
    const [active, ...others] = await keys()
    expect([active?.status, others]).toEqual(['active', []])
    await requireSigned(release, active!)
  })

  test('is followed by the next one: what the old one signed stays valid', async () => {
    const before = await released()
    await desk.deliver(before)
    const [old] = await keys()
    await next()
    const { db, config } = desk.portal
    const id = await inTransaction(db, (tx) => rotateSigningKey(tx, config))
    const after = await released()
    expect(await desk.deliver(after)).toMatchObject({ status: 'DELIVERED' })
    expect((await keys()).map(({ keyId, status }) => [keyId, status])).toEqual([
      [id, 'active'],
      [old!.keyId, 'retired'],
    ])
    await requireSigned(before, old!)
    await requireSigned(after, (await keys())[0]!)
  })

  test.runIf(name === 'behind a command').each([
    ['exit 5', 'The signing command ended with status 5.'],
    ['echo "the token is locked" >&2; exit 1', 'The signing command ended with status 1: the token is locked.'],
    ['echo nothing', 'The signing command did not print a signature.'],
    ['head -c 64 /dev/zero', 'The signing command returned a signature that is not of the key'],
  ])('a command that does %j is named, and the delivery goes on when it works again', async (mode, why) => {
    const release = await released()
    await behave(mode)
    const failed = await desk.deliver(release)
    expect(failed).toMatchObject({
      status: 'RELEASED',
      signature: null,
      approval: {
        state: 'FAILED',
        steps: [{ state: 'DONE' }, { state: 'FAILED', error: expect.stringContaining(why) }, {}],
      },
    })
    expect((await desk.call('mia', 'GET', `${url}/${release}`)).status).toBe(404)
    await behave('sign')
    expect(await retried(release)).toMatchObject({ status: 'DELIVERED', approval: { state: 'DONE' } })
    await requireSigned(release, (await keys())[0]!)
  })

  test.runIf(name === 'behind a command')('a key that was revoked or retired signs nothing more', async () => {
    const { db, config } = desk.portal
    await expect(inTransaction(db, (tx) => rotateSigningKey(tx, config))).rejects.toThrow('still has the key')
    const [active, retired] = await keys()
    await inTransaction(db, (tx) => revokeSigningKey(tx, active!.keyId, 'It was lost'))
    const release = await released()
    const failed = await desk.deliver(release)
    expect(JSON.stringify(failed)).toContain(`The key ${active!.keyId} of the signing command is revoked`)
    await useKey('one.key')
    expect(JSON.stringify(await retried(release))).toContain(
      `The key ${retired!.keyId} of the signing command is retired`,
    )
    await useKey('three.key')
    expect(await retried(release)).toMatchObject({ status: 'DELIVERED' })
    await requireSigned(release, (await keys())[0]!)
  })
})
