import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartupRefused } from './startup-refused.ts'

/** What the data directory decides where the environment leaves it open. */
export interface DataDirectory {
  secretKey: string
  /** Whether demo people live here and no second factor is asked (decisions 2.2). */
  demo: boolean
}

/**
 * Makes the data directory when it is absent; reads the secret key from it, or puts a random one there; knows whether it
 * was new in demo mode. Throws StartupRefused when it cannot be used.
 */
export async function openDataDirectory({ dataDirectory, secretKey, demo }: Config): Promise<DataDirectory> {
  try {
    await mkdir(dataDirectory, { recursive: true })
    const isNew = (await readdir(dataDirectory)).length === 0
    const mark = join(dataDirectory, 'demo')
    if (isNew && demo !== 'off') await writeFile(mark, 'Made in demo mode: its people have well-known passwords.\n')
    return {
      demo: demo === 'on' || (demo === 'when-new' && existsSync(mark)),
      secretKey: secretKey ?? (await keptKey(join(dataDirectory, 'secret.key'))),
    }
  } catch (error) {
    if (error instanceof StartupRefused) throw error
    const { code } = error as NodeJS.ErrnoException
    throw new StartupRefused(
      `DATA_DIR ${dataDirectory} cannot be used${code ? ` (${code})` : ''}: it must be a directory we may write`,
    )
  }
}

/** Linked into place when whole, so that a kill in between leaves no half key, and of two starts at once both read the same. */
async function keptKey(path: string): Promise<string> {
  if (!existsSync(path)) {
    const draft = `${path}.${randomUUID()}`
    await writeFile(draft, `${randomBytes(48).toString('base64url')}\n`, { mode: 0o600, flush: true })
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    await rm(draft)
  }
  const key = (await readFile(path, 'utf8')).trim()
  if (key.length < 32) throw new StartupRefused(`${path} is damaged: restore it, or set SECRET_KEY`)
  return key
}
