import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import type { ServiceUser } from './service-user.ts'

/** The data of one server and the password of its only role. */
export interface Cluster {
  data: string
  password: string
}

/**
 * Opens the data below `directory`, or creates it. It is created under another name first, so that half of it never
 * counts as complete.
 */
export async function openCluster(
  directory: string,
  binaries: Binaries,
  around: { user?: ServiceUser | undefined; spawned?: (() => void) | undefined } = {},
): Promise<Cluster> {
  const data = join(directory, 'data')
  await removeDrafts(directory)
  if (!existsSync(data)) await createCluster(directory, binaries, around)
  await rejectOtherVersion(data, binaries)
  return readCluster(directory)
}

/** Existing data. */
export async function readCluster(directory: string): Promise<Cluster> {
  const data = join(directory, 'data')
  const passwordFile = join(directory, 'password')
  if (!existsSync(passwordFile)) throw new StartupError(`${passwordFile} is missing: restore it together with ${data}`)
  return { data, password: (await readFile(passwordFile, 'utf8')).trim() }
}

async function createCluster(
  directory: string,
  { initdb }: Binaries,
  { user, spawned }: Parameters<typeof openCluster>[2] & object,
): Promise<void> {
  const passwordFile = join(directory, 'password')
  await writeFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
  const draft = await mkdtemp(join(directory, 'data.init-'))
  if (user) for (const path of [passwordFile, draft]) await chown(path, user.uid, user.gid)
  await chmod(draft, 0o700)
  const initialisation = run(initdb, initdbOptions(draft, passwordFile), directory, user)
  spawned?.()
  await initialisation
  await rename(draft, join(directory, 'data'))
  await sync(directory)
}

/**
 * The builtin C.UTF-8 sorts alike on every system and version; ICU collations are available by name for text that users
 * read.
 */
function initdbOptions(data: string, passwordFile: string): string[] {
  const locale = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
  return [
    ...['-D', data, '-U', 'headend', '-A', 'scram-sha-256', `--pwfile=${passwordFile}`, '-E', 'UTF8', '-T', 'english'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${locale}`],
  ]
}

async function run(program: string, options: string[], cwd: string, user?: ServiceUser): Promise<void> {
  const identity = user ? { uid: user.uid, gid: user.gid } : {}
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
  try {
    await promisify(execFile)(program, options, { cwd, env, ...identity })
  } catch (error) {
    const complaint = String((error as { stderr?: string }).stderr ?? error).trim()
    throw new StartupError(`The embedded PostgreSQL could not be set up: ${complaint.replaceAll(/\s*\n\s*/g, ' ')}`)
  }
}

/** The remains of an interrupted initdb. Each has its own name: a process that still runs does no harm. */
async function removeDrafts(directory: string): Promise<void> {
  const names = await readdir(directory)
  const drafts = names.filter((name) => name.startsWith('data.init-'))
  await Promise.all(drafts.map((name) => rm(join(directory, name), { recursive: true, force: true, maxRetries: 5 })))
}

async function rejectOtherVersion(data: string, { postgres }: Binaries): Promise<void> {
  const missing = ['PG_VERSION', 'global/pg_control', 'pg_wal', 'base'].find((name) => !existsSync(join(data, name)))
  if (missing)
    throw new StartupError(
      `${data} is not a complete copy: ${missing} is missing. Copy it again, with Headend stopped.`,
    )
  const clusterVersion = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await promisify(execFile)(postgres, ['--version'])
  const ours = /(\d+)\./.exec(stdout)?.[1]
  if (clusterVersion !== ours)
    throw new StartupError(`${data} was created by PostgreSQL ${clusterVersion}, this is ${ours}: dump and restore it`)
}

/** A rename is on the disk only once its directory is. */
async function sync(directory: string): Promise<void> {
  const handle = await open(directory)
  await handle.sync()
  await handle.close()
}
