import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A credential of an account for the registry. */
export type RegistryLogin = { readonly username: string; readonly secret: string }

/**
 * Runs the `skopeo copy` that a release shows, signed in with a credential; returns the digest of the image that
 * arrived. Throws when the registry denies it.
 */
export async function pullWithSkopeo(pullCommand: string, { username, secret }: RegistryLogin): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'headend-pulled-'))
  try {
    const [, ...words] = pullCommand.split(' ')
    const login = ['--src-creds', `${username}:${secret}`, '--src-tls-verify=false']
    await run('skopeo', ['--insecure-policy', ...words, '--preserve-digests', ...login], { cwd: folder })
    const [layout = ''] = await readdir(folder)
    return JSON.parse(await readFile(join(folder, layout, 'index.json'), 'utf8')).manifests[0].digest
  } finally {
    await rm(folder, { recursive: true })
  }
}
