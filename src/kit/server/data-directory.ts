import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartupError } from './startup-error.ts'

/** What the data directory decides where the environment leaves it open. */
export interface DataDirectory {
  secretKey: string
  /** See `Config`; if not set there, the content of `secret.key.before`. */
  secretKeyBefore: string | undefined
  /** Whether demo users exist and no second factor is required (decisions 2.2). */
  demo: boolean
}

/**
 * Makes the data directory when it is absent; reads the secret key from it, or creates a random one there, and reads
 * the previous one where the operator left it; knows whether it was new in demo mode. Throws StartupError when it
 * cannot be used.
 */
export async function openDataDirectory({ dataDirectory, demo, ...keys }: Config): Promise<DataDirectory> {
  try {
    await mkdir(dataDirectory, { recursive: true })
    const isNew = (await readdir(dataDirectory)).length === 0
    const mark = join(dataDirectory, 'demo')
    if (isNew && demo !== 'off') await writeFile(mark, 'Made in demo mode: its users have well-known passwords.\n')
    return {
      demo: demo === 'on' || (demo === 'when-new' && existsSync(mark)),
      secretKey: keys.secretKey ?? (await keptKey(join(dataDirectory, 'secret.key'))),
      secretKeyBefore: keys.secretKeyBefore ?? (await keyBefore(join(dataDirectory, 'secret.key.before'))),
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new StartupError(
      `DATA_DIR ${dataDirectory} cannot be used${code ? ` (${code})` : ''}: it must be a writable directory`,
    )
  }
}

/**
 * Linked into place when complete, so that a kill in between leaves no half key, and two simultaneous starts read the
 * same one.
 */
async function keptKey(path: string): Promise<string> {
  if (!existsSync(path)) {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  return (await readKey(path)) ?? rejectDamaged(path, 'set SECRET_KEY')
}

async function keyBefore(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  return (await readKey(path)) ?? rejectDamaged(path, 'remove it once everything is re-encrypted')
}

async function readKey(path: string): Promise<string | undefined> {
  const key = (await readFile(path, 'utf8')).trim()
  return key.length < 32 ? undefined : key
}

function rejectDamaged(path: string, otherwise: string): never {
  throw new StartupError(`${path} is damaged: restore it, or ${otherwise}`)
}
