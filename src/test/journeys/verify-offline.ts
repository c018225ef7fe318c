import { execFile, spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { haveDebianPrograms } from '../debian-packages.ts'
import { filesOfZip } from '../zip-files.ts'

const run = promisify(execFile)

/** Whether there is a registry, a client of one, and a network namespace. */
export const canVerifyOffline =
  haveDebianPrograms(['docker-registry', 'skopeo'], ['docker-registry', 'skopeo']) &&
  spawnSync('unshare', ['-rn', 'true']).status === 0

type Archive = { readonly archive: string; readonly account: string; readonly deployment: string }

/**
 * Verifies the downloaded archive of a release in a network namespace without interfaces. Returns what verify.sh printed,
 * the file of its receipt, and the public key of the key that signed that.
 */
export async function verifyOffline(url: string, { archive, account, deployment }: Archive) {
  const folder = await mkdtemp(join(dirname(archive), 'offline-'))
  const at = (name: string) => join(folder, name)
  for (const { name, bytes } of filesOfZip(await readFile(archive))) {
    await mkdir(dirname(at(name)), { recursive: true })
    await writeFile(at(name), bytes)
  }
  const [release = ''] = await readdir(folder)
  for (const name of ['headend-keys.pem', 'headend-verify.sh'])
    await writeFile(at(name), await (await fetch(`${url}/.well-known/${name}`)).text())
  await run('openssl', ['genpkey', '-algorithm', 'ed25519', '-out', at('own.key')])
  const { stdout: publicKey } = await run('openssl', ['pkey', '-in', at('own.key'), '-pubout'])

  const alone = (...words: string[]) => run('unshare', ['-rn', ...words], { cwd: folder })
  const { stdout: routes } = await alone('cat', '/proc/net/route')
  expect(routes.trim().split('\n')).toHaveLength(1)
  const receipt = ['--receipt', 'receipt', '--deployment', deployment, '--sign', 'own.key']
  const { stdout } = await alone('sh', 'headend-verify.sh', ...receipt, 'headend-keys.pem', account, release)
  return { printed: stdout, receipt: at('receipt'), publicKey }
}
