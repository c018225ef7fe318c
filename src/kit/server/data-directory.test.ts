import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Config, readConfig } from './config.ts'
import { openDataDirectory } from './data-directory.ts'

let DATA_DIR: string

beforeEach(async () => {
  DATA_DIR = join(await mkdtemp(join(tmpdir(), 'headend-data-')), 'data')
})

afterEach(() => rm(join(DATA_DIR, '..'), { recursive: true, force: true }))

test('a new directory is a demo, and stays one at later starts', async () => {
  expect((await open({})).demo).toBe(true)
  expect((await open({})).demo).toBe(true)
})

test('a directory with something in it never becomes a demo by default', async () => {
  await mkdir(DATA_DIR)
  await writeFile(join(DATA_DIR, 'something'), '')
  expect((await open({})).demo).toBe(false)
})

test('a directory that began with DEMO=off stays without', async () => {
  expect((await open({ DEMO: 'off' })).demo).toBe(false)
  expect((await open({})).demo).toBe(false)
})

test('a demo directory is no demo when the portal is reachable from outside', async () => {
  await open({})
  expect((await open({ HOST: '0.0.0.0' })).demo).toBe(false)
})

test('the secret key is made once, readable by the owner alone, and the same for two processes that start at once', async () => {
  const [one, other] = await Promise.all([open({}), open({})])
  expect([one.secretKey, one.dataDirectoryId]).toEqual([other.secretKey, other.dataDirectoryId])
  expect(one.secretKey.length).toBeGreaterThanOrEqual(32)
  expect((await stat(join(DATA_DIR, 'secret.key'))).mode & 0o777).toBe(0o600)
})

test('a given secret key goes before the stored one', async () => {
  await open({})
  expect((await open({ SECRET_KEY: 'k'.repeat(40) })).secretKey).toBe('k'.repeat(40))
})

test('a damaged secret key and a directory that is a file are rejected with one line', async () => {
  await open({})
  await writeFile(join(DATA_DIR, 'secret.key'), 'short')
  await expect(open({})).rejects.toThrow(/secret\.key is damaged/)
  await rm(DATA_DIR, { recursive: true })
  await writeFile(DATA_DIR, '')
  await expect(open({})).rejects.toThrow(/^DATA_DIR .* cannot be used \(EEXIST\)/)
})

test('the previous key is the given one, else the one that the operator set aside; a damaged one is rejected', async () => {
  const { secretKey } = await open({})
  expect((await open({})).secretKeyBefore).toBeUndefined()
  await rename(join(DATA_DIR, 'secret.key'), join(DATA_DIR, 'secret.key.before'))
  const now = await open({})
  expect([now.secretKeyBefore, now.secretKey === secretKey]).toEqual([secretKey, false])
  expect((await open({ SECRET_KEY_BEFORE: 'b'.repeat(32) })).secretKeyBefore).toBe('b'.repeat(32))
  await writeFile(join(DATA_DIR, 'secret.key.before'), 'short')
  await expect(open({})).rejects.toThrow(/secret\.key\.before is damaged/)
})

function open(env: Record<string, string>) {
  return openDataDirectory(configOf({ DATA_DIR, ...env }))
}

function configOf(env: Record<string, string>): Config {
  const result = readConfig(env)
  if ('errors' in result) throw new Error(result.errors.join('\n'))
  return result.config
}
