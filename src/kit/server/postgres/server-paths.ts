import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, lchown, mkdir, readdir, realpath, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { canAccess } from './reach.ts'
import { type ServiceUser, serviceUser } from './service-user.ts'

/** The real paths of the server's files, the user it runs as, and where copies of its programs may be made. */
export interface ServerPaths {
  directory: string
  stateDirectory: string
  user: ServiceUser | undefined
}

/** Where root's copies and data are when the server's user cannot reach the wanted directory. */
const systemState = '/var/lib/headend'

/**
 * Prepares the directory. As root, data below a closed home would be out of reach for the server's user: then the
 * wanted directory becomes a link to one under /var/lib/headend. Data of another user is rejected.
 */
export async function prepareServerPaths(wantedPath: string): Promise<ServerPaths> {
  const path = resolve(wantedPath)
  await mkdir(dirname(path), { recursive: true })
  const user = serviceUser(await ownerOf(join(path, 'data')))
  if (!user) return ownPlace(path)
  if (!existsSync(path)) await makeReachable(path, user)
  const directory = await realpath(path)
  await chown(directory, user.uid, user.gid)
  await giveTo(join(directory, 'data'), user)
  if (existsSync(join(directory, 'password'))) await chown(join(directory, 'password'), user.uid, user.gid)
  if (!canAccess(directory, user)) {
    throw new StartupError(
      `PostgreSQL runs as ${user.name}, who cannot access ${directory}: set DATA_DIR to another directory`,
    )
  }
  return { directory, stateDirectory: systemState, user }
}

async function ownPlace(path: string): Promise<ServerPaths> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const directory = await realpath(path)
  for (const part of [directory, join(directory, 'data')]) {
    const uid = await ownerOf(part)
    if (uid !== undefined && uid !== process.getuid?.()) {
      throw new StartupError(
        `${part} belongs to another user (uid ${uid}): start Headend as that user or as root, or set DATA_DIR`,
      )
    }
  }
  await closeToOthers(join(directory, 'data'))
  return { directory, stateDirectory: directory, user: undefined }
}

async function makeReachable(path: string, user: ServiceUser): Promise<void> {
  // Recursive, because another start may make it at the same moment.
  if (canAccess(dirname(path), user)) return void (await mkdir(path, { recursive: true, mode: 0o700 }))
  await mkdir(systemState, { recursive: true })
  await chmod(systemState, 0o755)
  const elsewhere = join(systemState, `database-${randomUUID().slice(0, 8)}`)
  await mkdir(elsewhere, { mode: 0o700 })
  await symlink(elsewhere, path)
}

/** A backup restored by root belongs to root and may be open to all; PostgreSQL accepts neither. */
async function giveTo(data: string, user: ServiceUser): Promise<void> {
  const uid = await ownerOf(data)
  if (uid !== undefined && uid !== user.uid) await changeOwner(data, user)
  await closeToOthers(data)
}

async function changeOwner(path: string, user: ServiceUser): Promise<void> {
  await lchown(path, user.uid, user.gid)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    const child = join(path, entry.name)
    await (entry.isDirectory() ? changeOwner(child, user) : lchown(child, user.uid, user.gid))
  }
}

async function closeToOthers(data: string): Promise<void> {
  if (existsSync(data)) await chmod(data, 0o700)
}

async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return undefined
    if (code === 'EACCES')
      throw new StartupError(`${path} is not accessible: start Headend as the user who owns it, or set DATA_DIR`)
    throw error
  }
}
