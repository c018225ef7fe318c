import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeSigningKey, rotateSigningKey } from '#features/platform/signing/server/index.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'
import { rowsOf } from '#test/support-app.ts'
import { envelopeOf, signedBytes } from './signing/dsse.ts'

const run = promisify(execFile)
let desk: SoftwareDesk
let folder: string
let keys: string
beforeAll(async () => {
  desk = await softwareApp()
  folder = await mkdtemp(join(tmpdir(), 'headend-verify-'))
  keys = join(folder, 'headend-keys.pem')
  await delivered('good', 'acme', { 'core.bin': 'the core', 'Käse "x" $(id).md': 'notes', 'ümlaut 1.0.tgz': 'archive' })
  await delivered('other', 'blue', {
    'core.bin': 'the core',
    'Käse "x" $(id).md': 'notes',
    'ümlaut 1.0.tgz': 'archive',
  })
  await delivered('older', 'acme', { 'core.bin': 'an older core' })
  await fetchKeys()
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

/** Delivers a release, and downloads it with its verification kit as a customer does. */
async function delivered(name: string, account: 'acme' | 'blue', files: Record<string, string>): Promise<void> {
  const bundle = await desk.bundle(`${name} "x" \\ $(id)`)
  for (const [fileName, bytes] of Object.entries(files)) await desk.upload(bundle, fileName, bytes)
  const release = await desk.release(bundle, account, `","accountName":"evil ${name}`)
  expect((await desk.deliver(release)).status).toBe('DELIVERED')
  const customer = account === 'acme' ? 'mia' : 'bob'
  await mkdir(join(folder, name))
  const kit = await fetchAs(customer, `/api/bundle-releases/${release}/verification-kit`)
  await writeFile(join(folder, 'kit.tar'), kit)
  await run('tar', ['-xf', join(folder, 'kit.tar'), '-C', join(folder, name)])
  for (const [path, kept] of [
    ['manifest', 'manifest.json'],
    ['manifest?form=statement', 'release.json'],
    ['manifest?form=pae', 'release.pae'],
    ['signature', 'release.dsse.json'],
    ['signature?form=raw', 'release.sig'],
    ['signature?form=minisig', 'release.json.minisig'],
    ['checksums', 'SHA256SUMS'],
  ] as const)
    expect(await fetchAs(customer, `/api/bundle-releases/${release}/${path}`)).toEqual(
      await readFile(join(folder, name, kept)),
    )
  const list = await desk.call(customer, 'GET', `/api/bundle-component-file-releases?bundleReleaseIds=${release}`)
  for (const file of rowsOf(list, 'fileReleases'))
    await writeFile(join(folder, name, String(file.fileName)), await fetchAs(customer, String(file.fileUrl)))
}

async function fetchAs(name: 'mia' | 'bob', path: string): Promise<Buffer> {
  const response = await fetch(`${desk.url}${path}`, { headers: desk.users[name].headers })
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

async function fetchKeys(): Promise<void> {
  const script = await fetch(`${desk.url}/.well-known/headend-verify.sh`)
  expect([script.status, script.headers.get('content-type')]).toEqual([200, 'application/x-sh'])
  await writeFile(join(folder, 'headend-verify.sh'), Buffer.from(await script.arrayBuffer()))
  const forNode = await fetch(`${desk.url}/.well-known/headend-verify.mjs`)
  await writeFile(join(folder, 'headend-verify.mjs'), Buffer.from(await forNode.arrayBuffer()))
  await writeFile(keys, Buffer.from(await (await fetch(`${desk.url}/.well-known/headend-keys.pem`)).arrayBuffer()))
}

/** The output of verify.sh for a directory; that of verify.mjs must be the same where both are ours to word. */
async function verify(directory: string, account = 'acme'): Promise<string> {
  const [byShell, byNode] = await verifyByBoth([keys, account, join(folder, directory)])
  expect(byNode.split(' ').slice(0, 3)).toEqual(byShell.split(' ').slice(0, 3))
  return byShell
}

/** What verify.sh and verify.mjs print with these arguments. */
function verifyByBoth(words: readonly string[]): Promise<readonly [string, string]> {
  const output = (program: string, script: string) =>
    run(program, [join(folder, script), ...words]).then(
      ({ stdout }) => stdout,
      (failure: { code: number; stderr: string }) => `${failure.code} ${failure.stderr}`,
    )
  // One after the other: both remember the version of a list.
  return output('sh', 'headend-verify.sh').then(async (byShell) => [
    byShell,
    await output(process.execPath, 'headend-verify.mjs'),
  ])
}

test('a delivered release is verified with openssl and sha256sum, by the script and by hand', async () => {
  expect(await verify('good')).toMatch(/^verified: 3 files, signed for acme with key [0-9a-f]{64}\n$/)
  expect(await verify('other', 'blue')).toMatch(/^verified: 3 files/)
  const good = join(folder, 'good')
  const args = [
    'pkeyutl',
    '-verify',
    '-pubin',
    '-inkey',
    keys,
    '-rawin',
    '-in',
    'release.pae',
    '-sigfile',
    'release.sig',
  ]
  expect((await run('openssl', args, { cwd: good })).stdout).toContain('Signature Verified Successfully')
  expect((await run('sha256sum', ['-c', 'SHA256SUMS'], { cwd: good })).stdout.match(/: OK/g)).toHaveLength(3)
})

test('the statement is in-toto in DSSE, and names its approver', async () => {
  const envelope = JSON.parse(await readFile(join(folder, 'good', 'release.dsse.json'), 'utf8'))
  const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString())
  const sha = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
  expect(envelope).toMatchObject({
    payloadType: 'application/vnd.in-toto+json',
    signatures: [{ keyid: expect.stringMatching(/^[0-9a-f]{64}$/) }],
  })
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    predicate: { accountName: 'acme', approval: { approvedBy: 'User With RELEASE_APPROVER' } },
    subject: expect.arrayContaining([
      { name: 'core.bin', digest: { sha256: sha('the core') } },
      { name: 'verify.sh', digest: { sha256: sha(await readFile(join(folder, 'headend-verify.sh'))) } },
    ]),
  })
})

describe('each of these is rejected', () => {
  const envelope = async (at: string) => JSON.parse(await readFile(join(at, 'release.dsse.json'), 'utf8'))
  const flip = async (file: string, at = 0) => {
    const bytes = await readFile(file)
    bytes[at] = bytes[at]! ^ 1
    await writeFile(file, bytes)
  }
  const kit = [
    'release.dsse.json',
    'release.json',
    'release.pae',
    'release.sig',
    'release.json.minisig',
    'manifest.json',
    'SHA256SUMS',
  ]
  /** Signs a changed statement with another key. */
  const forge = async (at: string, keyId?: string) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const own = createHash('sha256')
      .update(publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex')
    const payload = await readFile(join(at, 'release.json'))
    const signature = sign(null, signedBytes(payload), privateKey)
    await writeFile(join(at, 'release.sig'), signature)
    await writeFile(join(at, 'release.dsse.json'), envelopeOf(payload, signature, keyId ?? own))
  }

  const tamperings: Record<string, [(at: string) => Promise<void>, RegExp]> = {
    'a missing file': [(at) => rm(join(at, 'core.bin')), /core\.bin/],
    'an extra file': [(at) => writeFile(join(at, 'extra.sh'), 'evil'), /not signed: extra\.sh/],
    'a hidden extra file': [(at) => writeFile(join(at, '.extra'), 'evil'), /not signed: \.extra/],
    'one changed byte': [(at) => flip(join(at, 'core.bin'), 3), /core\.bin/],
    'a truncated file': [(at) => truncate(join(at, 'ümlaut 1.0.tgz'), 3), /1\.0\.tgz/],
    'a file with more at its end': [(at) => appendFile(join(at, 'core.bin'), 'x'), /core\.bin/],
    'a renamed file': [(at) => rename(join(at, 'core.bin'), join(at, 'core2.bin')), /core\.bin/],
    'two files exchanged': [
      async (at) => {
        await rename(join(at, 'core.bin'), join(at, 'x'))
        await rename(join(at, 'ümlaut 1.0.tgz'), join(at, 'core.bin'))
        await rename(join(at, 'x'), join(at, 'ümlaut 1.0.tgz'))
      },
      /core\.bin/,
    ],
    'the manifest of another release': [
      (at) => cp(join(folder, 'older', 'manifest.json'), join(at, 'manifest.json')),
      /manifest\.json is not the signed one/,
    ],
    'all papers of another release of the account': [
      async (at) => {
        for (const file of kit) await cp(join(folder, 'older', file), join(at, file))
      },
      /core\.bin/,
    ],
    'an altered signature': [
      (at) => flip(join(at, 'release.sig'), 10),
      /release\.sig is not the signature of the envelope/,
    ],
    'an altered signature in the envelope too': [
      async (at) => {
        await flip(join(at, 'release.sig'), 10)
        const { signatures } = await envelope(at)
        const sig = await readFile(join(at, 'release.sig'))
        await writeFile(
          join(at, 'release.dsse.json'),
          envelopeOf(await readFile(join(at, 'release.json')), sig, signatures[0].keyid),
        )
      },
      /signature is not valid/,
    ],
    'the key of somebody else': [(at) => forge(at), /is not among those/],
    'the key of somebody else under the name of ours': [
      async (at) => forge(at, (await envelope(at)).signatures[0].keyid),
      /signature is not valid/,
    ],
    'papers for another account': [
      async (at) => {
        for (const file of kit) await cp(join(folder, 'other', file), join(at, file))
      },
      /for the account blue/,
    ],
    'altered checksums': [
      async (at) => {
        await writeFile(join(at, 'core.bin'), 'evil')
        const sums = await readFile(join(at, 'SHA256SUMS'), 'utf8')
        const evil = createHash('sha256').update('evil').digest('hex')
        await writeFile(join(at, 'SHA256SUMS'), sums.replace(/[0-9a-f]{64}(?= {2}core\.bin)/, evil))
      },
      /SHA256SUMS is not the signed one/,
    ],
    'an altered payload in the envelope': [
      async (at) => {
        const { signatures, ...rest } = await envelope(at)
        const payload = Buffer.from(rest.payload, 'base64')
          .toString()
          .replace('"accountName":"acme"', '"accountName":"evil"')
        await writeFile(
          join(at, 'release.dsse.json'),
          envelopeOf(Buffer.from(payload), Buffer.from(signatures[0].sig, 'base64'), signatures[0].keyid),
        )
      },
      /release\.json is not the payload/,
    ],
    'a signature for minisign of something else': [
      (at) => cp(join(folder, 'older', 'release.json.minisig'), join(at, 'release.json.minisig')),
      /release\.json\.minisig is not a signature of release\.json/,
    ],
    'altered signed bytes': [(at) => flip(join(at, 'release.pae'), 40), /release\.pae is not the payload/],
    'a script that says yes to everything': [
      (at) => writeFile(join(at, 'verify.sh'), 'echo verified'),
      /verify\.sh is not the signed one/,
    ],
    'a link in place of a file': [
      async (at) => {
        await rename(join(at, 'core.bin'), join(folder, 'core-elsewhere.bin'))
        await symlink(join(folder, 'core-elsewhere.bin'), join(at, 'core.bin'))
      },
      /no plain files: core\.bin/,
    ],
    'a directory among the files': [(at) => mkdir(join(at, 'extra')), /no plain files: extra/],
    'a link in place of the script': [
      async (at) => {
        await rename(join(at, 'verify.sh'), join(folder, 'script-elsewhere.sh'))
        await symlink(join(folder, 'script-elsewhere.sh'), join(at, 'verify.sh'))
      },
      /no plain files: verify\.sh/,
    ],
    'a kit without its envelope': [(at) => rm(join(at, 'release.dsse.json')), /release\.dsse\.json is missing/],
  }

  test.each(Object.keys(tamperings))('%s', async (name) => {
    const [tamper, said] = tamperings[name]!
    const at = join(folder, 'tampered')
    await rm(at, { recursive: true, force: true })
    await cp(join(folder, 'good'), at, { recursive: true })
    expect(await verify('tampered')).toMatch(/^verified/)
    await tamper(at)
    for (const response of await verifyByBoth([keys, 'acme', at])) {
      expect(response).toMatch(/^1 NOT VERIFIED/)
      expect(response).toMatch(said)
    }
  })
})

test('keys: a retired one still verifies its signatures, a revoked one none; all are in the history', async () => {
  const { portal } = desk
  const published = async () =>
    ((await (await fetch(`${desk.url}/.well-known/headend-keys.json`)).json()) as { keys: unknown }).keys as {
      keyId: string
      status: string
    }[]
  const [first] = await published()
  const second = await inTransaction(portal.db, (tx) => rotateSigningKey(tx, portal.config))
  expect((await published()).map(({ keyId, status }) => [keyId, status])).toEqual([
    [second, 'active'],
    [first!.keyId, 'retired'],
  ])
  await fetchKeys()
  expect(await verify('good')).toMatch(/^verified/)
  await delivered('newer', 'acme', { 'core.bin': 'a newer core' })
  expect(await verify('newer')).toContain(second)

  await inTransaction(portal.db, (tx) => revokeSigningKey(tx, first!.keyId, 'It was copied'))
  expect(await published()).toMatchObject([{ status: 'active' }, { status: 'revoked', reason: 'It was copied' }])
  await fetchKeys()
  expect(await verify('good')).toContain(`the key ${first!.keyId} was revoked`)
  expect(await verify('newer')).toMatch(/^verified/)
  await expect(inTransaction(portal.db, (tx) => revokeSigningKey(tx, 'f'.repeat(64), 'x'))).rejects.toThrow('no key')
})
