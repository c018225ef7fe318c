import { execFile, execFileSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  importKeyList,
  readKeyList,
  revokeSigningKey,
  rootCommands,
  rotateSigningKey,
  signKeyList,
} from '#features/platform/signing/server/index.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { haveDebianPrograms } from '#test/debian-packages.ts'
import { type SoftwareDesk, softwareApp } from '#test/software-app.ts'

const run = promisify(execFile)
let desk: SoftwareDesk
let folder: string
let roots: { one: string; two: string }
beforeAll(async () => {
  desk = await softwareApp()
  folder = await mkdtemp(join(tmpdir(), 'headend-root-'))
  const bundle = await desk.bundle()
  await desk.upload(bundle, 'core.bin', 'the core')
  const release = await desk.release(bundle)
  expect((await desk.deliver(release)).status).toBe('DELIVERED')
  await mkdir(at('release'))
  const response = await fetch(`${desk.url}/api/bundle-releases/${release}/verification-kit`, {
    headers: desk.users.mia.headers,
  })
  await writeFile(at('kit.tar'), Buffer.from(await response.arrayBuffer()))
  await run('tar', ['-xf', at('kit.tar'), '-C', at('release')])
  await writeFile(join(at('release'), 'core.bin'), 'the core')
  for (const name of ['headend-verify.sh', 'headend-verify.mjs']) await fetchTo(name, name)
  roots = { one: root('one.root', { init: true }), two: root('two.root', { init: true, passphrase: 'a long phrase' }) }
})
afterAll(async () => {
  await desk.close()
  await rm(folder, { recursive: true, force: true })
})

const at = (name: string) => join(folder, name)
const fetchTo = async (name: string, file: string) => {
  const response = await fetch(`${desk.url}/.well-known/${name}`)
  if (response.ok) await writeFile(at(file), Buffer.from(await response.arrayBuffer()))
  return response.status
}

/** Makes a root; returns its fingerprint. */
function root(name: string, { passphrase }: { init: true; passphrase?: string }): string {
  const printed = rootCommands.init!({ args: [at(name)], write: undefined, days: undefined, passphrase })
  return /[0-9a-f]{64}/.exec(printed)![0]
}

/** The keys of the portal, signed on another machine. */
async function signed(rootFiles: readonly string[], { before, days = '30' }: { before?: string; days?: string } = {}) {
  await fetchTo('headend-keys.json', 'headend-keys.json')
  const args = [at('headend-keys.json'), ...rootFiles.map(at), ...(before ? [at(before)] : [])]
  rootCommands.sign!({ args, write: at('next'), days, passphrase: 'a long phrase' })
  return readFile(at('next'), 'utf8')
}
const publish = (text: string, options: Parameters<typeof importKeyList>[2] = {}) =>
  inTransaction(desk.portal.db, (tx) => importKeyList(tx, text, options))

async function verify(list: string, fingerprint: string): Promise<string[]> {
  const outputs: string[] = []
  for (const [program, script] of [
    ['sh', 'headend-verify.sh'],
    [process.execPath, 'headend-verify.mjs'],
  ] as const)
    outputs.push(
      await run(program, [at(script), '--root', fingerprint, at(list), 'acme', at('release')]).then(
        ({ stdout }) => stdout,
        (failure: { stderr: string }) => failure.stderr,
      ),
    )
  return outputs
}
const all = (pattern: RegExp) => [expect.stringMatching(pattern), expect.stringMatching(pattern)]

test('before a root has signed, there is no list', async () => {
  expect(await fetchTo('headend-keys.list', 'none')).toBe(404)
  expect(await (await fetch(`${desk.url}/.well-known/headend-root.json`)).json()).toEqual({ root: null })
})

test('a list that the offline root signed is published, and verifies a release with the fingerprint alone', async () => {
  await publish(await signed(['one.root']))
  expect(await fetchTo('headend-keys.list', 'v1.list')).toBe(200)
  expect(await (await fetch(`${desk.url}/.well-known/headend-root.json`)).json()).toMatchObject({
    root: { fingerprints: [roots.one], version: 1 },
  })
  expect(await verify('v1.list', roots.one)).toEqual(all(/^verified: 1 files, signed for acme/))
  expect(await readFile(at('v1.list.version'), 'utf8')).toBe('1\n')
  expect(await fetchTo('headend-keys.minisign.pub', 'first.pub')).toBe(200)
  expect(await readFile(at('first.pub'), 'utf8')).toMatch(
    /^untrusted comment: headend key [0-9a-f]{64}\nRW[\w+/]{54}\n$/,
  )
  expect(() =>
    rootCommands.init!({ args: [at('one.root')], write: undefined, days: undefined, passphrase: '' }),
  ).toThrow('was not written')
})

describe('the verifiers reject', () => {
  test('another root, a changed list, one that is none, and a list without --root', async () => {
    expect(await verify('v1.list', roots.two)).toEqual(all(/not signed by the root/))
    const text = await readFile(at('v1.list'), 'utf8')
    const [form, payload = '', ...rest] = text.split('\n')
    const changed = Buffer.from(Buffer.from(payload, 'base64').toString().replace('# list 1', '# list 2'))
    await writeFile(at('changed.list'), [form, changed.toString('base64'), ...rest].join('\n'))
    expect(await verify('changed.list', roots.one)).toEqual(all(/not signed by the root/))
    await fetchTo('headend-keys.pem', 'plain.pem')
    expect(await verify('plain.pem', roots.one)).toEqual(all(/is not a signed list of keys/))
    for (const [program, script] of [
      ['sh', 'headend-verify.sh'],
      [process.execPath, 'headend-verify.mjs'],
    ] as const)
      await expect(run(program, [at(script), at('v1.list'), 'acme', at('release')])).rejects.toThrow('give --root')
  })

  test('the fingerprint is read as people write it, and a list as it comes from Windows', async () => {
    const spelled = `SHA256:${roots.one.toUpperCase().match(/../g)!.join(':')}`
    expect(await verify('v1.list', spelled)).toEqual(all(/^verified/))
    expect(await verify('v1.list', roots.one.slice(1))).toEqual(
      all(/^COULD NOT CHECK: the fingerprint of the root must/),
    )
    const text = await readFile(at('v1.list'), 'utf8')
    await writeFile(at('windows.list'), text.replaceAll('\n', '\r\n'))
    expect(await verify('windows.list', roots.one)).toEqual(all(/^verified/))
    await writeFile(at('cut.list'), text.split('\n')[0]!)
    expect(await verify('cut.list', roots.one)).toEqual(all(/^COULD NOT CHECK: the list of keys cannot be read/))
  })

  test('an older list than one that was seen, and one that has expired', async () => {
    await writeFile(at('v1.list.version'), '7\n')
    expect(await verify('v1.list', roots.one)).toEqual(all(/has version 1, and version 7 was seen before/))
    await rm(at('v1.list.version'))
    const list = readKeyList(await readFile(at('v1.list'), 'utf8'))
    const key = createPrivateKey(await readFile(at('one.root')))
    await writeFile(at('expired.list'), signKeyList({ ...list, expires: new Date(Date.now() - 1000) }, [key]))
    expect(await verify('expired.list', roots.one)).toEqual(all(/has expired/))
  })
})

test('the portal publishes neither an older list, nor one of another root, nor one that leaves a key out', async () => {
  await expect(publish(await readFile(at('v1.list'), 'utf8'))).rejects.toThrow('version 1 is published')
  await expect(publish(await signed(['two.root'], { before: 'v1.list' }))).rejects.toThrow('not signed by a root')
  await expect(publish('nothing')).rejects.toThrow('not a signed list')
  const stale = await signed(['one.root'], { before: 'v1.list' })
  await inTransaction(desk.portal.db, (tx) => rotateSigningKey(tx, desk.portal.config))
  await expect(publish(stale)).rejects.toThrow('which the list does not say')
  await expect(publish(stale, { now: new Date(Date.now() + 31 * 86_400_000) })).rejects.toThrow('has expired')
})

test('a root takes over with an overlap in which both sign; a lost one is replaced when the operator says so', async () => {
  await publish(await signed(['one.root', 'two.root'], { before: 'v1.list' }))
  await fetchTo('headend-keys.list', 'v2.list')
  expect(await verify('v2.list', roots.one)).toEqual(all(/^verified/))
  expect(await verify('v2.list', roots.two)).toEqual(all(/^verified/))
  await publish(await signed(['two.root'], { before: 'v2.list' }))
  await fetchTo('headend-keys.list', 'v3.list')
  expect(await verify('v3.list', roots.one)).toEqual(all(/not signed by the root/))
  expect(await verify('v3.list', roots.two)).toEqual(all(/^verified/))
  const three = root('three.root', { init: true })
  const lost = await signed(['three.root'], { before: 'v3.list' })
  await expect(publish(lost)).rejects.toThrow('--new-root')
  await publish(lost, { newRoot: true })
  await fetchTo('headend-keys.list', 'v4.list')
  expect(await verify('v4.list', three)).toEqual(all(/^verified/))
})

test('a key that the list says is revoked signs nothing any more', async () => {
  const { keys } = (await (await fetch(`${desk.url}/.well-known/headend-keys.json`)).json()) as {
    keys: { keyId: string; status: string }[]
  }
  const signedWith = keys.find(({ status }) => status === 'retired')!.keyId
  await inTransaction(desk.portal.db, (tx) => revokeSigningKey(tx, signedWith, 'It was copied'))
  const three = /[0-9a-f]{64}/.exec(
    JSON.stringify(await (await fetch(`${desk.url}/.well-known/headend-root.json`)).json()),
  )![0]
  await publish(await signed(['three.root'], { before: 'v4.list' }))
  await fetchTo('headend-keys.list', 'v5.list')
  expect(await verify('v5.list', three)).toEqual(all(/was revoked/))
})

test.skipIf(!haveDebianPrograms(['minisign'], ['minisign']))(
  'minisign of Debian verifies the statement with the published key, and nothing else',
  async () => {
    const { keys } = (await (await fetch(`${desk.url}/.well-known/headend-keys.json`)).json()) as {
      keys: { keyId: string }[]
    }
    const { keyid } = JSON.parse(await readFile(join(at('release'), 'release.dsse.json'), 'utf8')).signatures[0]
    expect(keys.map(({ keyId }) => keyId)).toContain(keyid)
    expect(await fetchTo(`headend-keys.minisign.pub?key=${keyid}`, 'minisign.pub')).toBe(200)
    const check = (file: string) =>
      execFileSync('minisign', ['-Vm', file, '-p', at('minisign.pub')], { encoding: 'utf8', stdio: 'pipe' })
    const statement = join(at('release'), 'release.json')
    expect(check(statement)).toMatch(/Signature and comment signature verified[\s\S]*account:acme/)
    await cp(at('release'), at('altered'), { recursive: true })
    await writeFile(join(at('altered'), 'release.json'), `${await readFile(statement, 'utf8')} `)
    expect(() => check(join(at('altered'), 'release.json'))).toThrow('Signature verification failed')
    await fetchTo('headend-keys.minisign.pub', 'minisign.pub')
    expect(() => check(statement)).toThrow()
  },
)
