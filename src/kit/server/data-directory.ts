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
  /** The directory itself: processes that share it have the same one. */
  dataDirectoryId: string
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
      dataDirectoryId: await keptText(join(dataDirectory, 'directory-id'), randomUUID()),
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

async function keptKey(path: string): Promise<string> {
  const key = await keptText(path, randomBytes(48).toString('base64url'))
  return isKey(key) ? key : rejectDamaged(path, 'set SECRET_KEY')
}

/**
 * The content of a file, which is made with `fresh` where it is missing. It is linked into place when complete, so that a
 * kill in between leaves no half file, and two simultaneous starts read the same one.
 */
async function keptText(path: string, fresh: string): Promise<string> {
  if (!existsSync(path)) {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, `${fresh}\n`, { mode: 0o600, flush: true })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  return (await readFile(path, 'utf8')).trim()
}

async function keyBefore(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  const key = (await readFile(path, 'utf8')).trim()
  return isKey(key) ? key : rejectDamaged(path, 'remove it once everything is re-encrypted')
}

function isKey(text: string): boolean {
  return text.length >= 32
}

function rejectDamaged(path: string, otherwise: string): never {
  throw new StartupError(`${path} is damaged: restore it, or ${otherwise}`)
}
