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

/** What a verifier prints, and its status when that is not 0. */
function said(program: string, words: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  return run(program, [...words], { env }).then(
    ({ stdout }) => stdout,
    (failure: { code: number | string; stderr: string }) => `${failure.code} ${failure.stderr}`,
  )
}

/** What verify.sh and verify.mjs print with these arguments. */
function verifyByBoth(words: readonly string[]): Promise<readonly [string, string]> {
  const output = (program: string, script: string) => said(program, [join(folder, script), ...words])
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

describe('with the programs of a customer', () => {
  /** Runs verify.sh where there is nothing but plain tools and these programs, each a script of its own. */
  async function verifyWith(
    programs: Record<string, string | undefined>,
    more: { options?: string[]; at?: string } = {},
  ) {
    const bin = await mkdtemp(join(folder, 'bin-'))
    const found = { ...(await plainTools()), ...programs }
    for (const [name, text] of Object.entries(found))
      if (text !== undefined) await writeFile(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    const words = [
      join(folder, 'headend-verify.sh'),
      ...(more.options ?? []),
      keys,
      'acme',
      more.at ?? join(folder, 'good'),
    ]
    return said('/bin/sh', words, { PATH: bin })
  }
  const tools = 'cat cmp comm cut cp date dirname basename find grep head mktemp od paste rm sed sort tail tr wc'.split(
    ' ',
  )
  const pathOf = async (name: string) => (await run('/bin/sh', ['-c', `command -v ${name} || true`])).stdout.trim()
  const call = async (name: string) => `exec ${await pathOf(name)} "$@"`
  async function plainTools(): Promise<Record<string, string>> {
    const names = [...tools, 'openssl', 'sha256sum']
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await call(name)])))
  }
  /** An openssl that knows no `-rawin`, as before version 3. */
  const older = async () => `case " $* " in
    *" -rawin "*) echo "pkeyutl: Unrecognized flag rawin" >&2; exit 1 ;;
    " version ") echo "OpenSSL 1.1.1k" ;;
    *) ${await call('openssl')} ;; esac`
  const everyTime = /^2 COULD NOT CHECK: /

  test('an openssl that cannot check Ed25519 is named, with what to install: the release is not called forged', async () => {
    const outcome = await verifyWith({ openssl: await older() })
    expect(outcome).toMatch(everyTime)
    expect(outcome).toContain(
      'OpenSSL 1.1.1k cannot check Ed25519 signatures: install OpenSSL 3.0 or newer, or Python 3',
    )
    expect(await verifyWith({ openssl: 'exit 0' })).toMatch(everyTime)
    expect(await verifyWith({ openssl: 'echo "the FIPS provider rejects it" >&2; exit 1' })).toMatch(everyTime)
  })

  test.each([['openssl'], ['comm'], ['find']])('a missing %s is named', async (name) => {
    expect(await verifyWith({ [name]: undefined })).toBe(`2 COULD NOT CHECK: the program ${name} is missing\n`)
  })

  test('without sha256sum, another program does it; without any, that is said', async () => {
    expect(await verifyWith({ sha256sum: undefined })).toMatch(/^verified: 3 files/)
    const openssl = `case $1 in dgst) exit 1 ;; *) ${await call('openssl')} ;; esac`
    expect(await verifyWith({ sha256sum: undefined, openssl })).toMatch(
      /^2 COULD NOT CHECK: no program computes SHA-256/,
    )
  })

  test('Python 3 checks where openssl cannot, and finds what is false', async ({ skip }) => {
    const python = (
      await run('/bin/sh', ['-c', 'python3 -c "import sys; print(sys.executable)" || true'])
    ).stdout.trim()
    if (python === '') skip('there is no Python 3')
    const programs = { openssl: await older(), python3: `exec ${python} "$@"` }
    expect(await verifyWith(programs)).toMatch(/^verified: 3 files/)
    const at = join(folder, 'forged')
    await cp(join(folder, 'good'), at, { recursive: true })
    const { signatures } = JSON.parse(await readFile(join(at, 'release.dsse.json'), 'utf8'))
    const signature = await readFile(join(folder, 'older', 'release.sig'))
    await writeFile(join(at, 'release.sig'), signature)
    const payload = await readFile(join(at, 'release.json'))
    await writeFile(join(at, 'release.dsse.json'), envelopeOf(payload, signature, signatures[0].keyid))
    expect(await verifyWith(programs, { at })).toBe('1 NOT VERIFIED: the signature is not valid\n')
    const receipt = ['--receipt', join(folder, 'x.receipt'), '--sign', keys]
    expect(await verifyWith(programs, { options: receipt })).toMatch(
      /^2 VERIFIED, BUT NO RECEIPT: OpenSSL 1\.1\.1k cannot/,
    )
  })
})

describe('what cannot be read is named as that, by both verifiers', () => {
  const inputs: Record<string, [(text: string) => string | Buffer, RegExp]> = {
    'keys of another form': [() => '{"keys":[]}', /there are no public keys of the portal in/],
    'a page of HTML': [() => '<!doctype html><title>Sign in</title>', /there are no public keys/],
    'an empty file': [() => '', /there are no public keys/],
    'keys in UTF-16': [(text) => Buffer.from(`\ufeff${text}`, 'utf16le'), /is not plain text \(perhaps UTF-16\)/],
  }
  test.each(Object.entries(inputs))('%s', async (_name, [change, reason]) => {
    const odd = join(folder, 'odd-keys.pem')
    await writeFile(odd, change(await readFile(keys, 'utf8')))
    for (const outcome of await verifyByBoth([odd, 'acme', join(folder, 'good')])) {
      expect(outcome).toMatch(/^2 COULD NOT CHECK: /)
      expect(outcome).toMatch(reason)
    }
  })

  test('keys that are not there, a folder in their place, no folder of files, an option without its value', async () => {
    const good = join(folder, 'good')
    for (const words of [
      [join(folder, 'nowhere.pem'), 'acme', good],
      [folder, 'acme', good],
      [keys, 'acme', join(folder, 'nowhere')],
      [keys],
      ['--deployment', 'a;b', keys, 'acme', good],
      ['--root', 'x', keys, 'acme', good],
    ])
      for (const outcome of await verifyByBoth(words)) expect(outcome, words.join(' ')).toMatch(/^2 COULD NOT CHECK: /)
    for (const outcome of await verifyByBoth(['--receipt', join(folder, 'no', 'x'), keys, 'acme', good]))
      expect(outcome).toMatch(/^2 VERIFIED, BUT NO RECEIPT: it was not written/)
  })

  test('keys with the line ends of Windows and a byte order mark are read', async () => {
    const odd = join(folder, 'windows-keys.pem')
    await writeFile(odd, `\ufeff${(await readFile(keys, 'utf8')).replaceAll('\n', '\r\n')}`)
    for (const outcome of await verifyByBoth([odd, 'acme', join(folder, 'good')]))
      expect(outcome).toMatch(/^verified: 3/)
  })
})

test.each([[['dash']], [['busybox', 'sh']], [['bash', '--posix']]])(
  '%s runs the script',
  async ([shell = '', ...words]) => {
    const verifier = [...words, join(folder, 'headend-verify.sh')]
    const outcome = await said(shell, [...verifier, keys, 'acme', join(folder, 'good')])
    // Not every machine has each of these shells.
    if (!outcome.startsWith('ENOENT')) expect(outcome).toMatch(/^verified: 3 files/)
  },
)

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
