import { spawn } from 'node:child_process'
import { closeSync, fchownSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../startup-error.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { freePort } from './free-port.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { querySingle, urlOf } from './query-single.ts'
import { isRunning } from './running-process.ts'
import type { ServiceUser } from './service-user.ts'
import { socketFolder } from './socket-folder.ts'
import { setWatchdog, type Watchdog } from './watchdog.ts'

/** A running server, and what stops it when we die. */
export interface Server {
  pid: number
  port: number
  watchdog: Watchdog
}

/** What a server is started with. */
export interface ServerOptions {
  binaries: Binaries
  cluster: Cluster
  user: ServiceUser | undefined
  log: (line: string) => void
  spawned?: (() => void) | undefined
}

/**
 * Starts the server and waits until it responds to a query, through crash recovery too. Retries where waiting helps: a
 * port that was taken in between, and back ends of a killed server that have not ended yet.
 */
export async function runServer(around: ServerOptions, port?: number): Promise<Server> {
  const logFile = join(around.cluster.data, '..', 'server.log')
  for (let attempt = 1; ; attempt++) {
    const server = spawnServer(around, logFile, port ?? (await freePort()))
    around.spawned?.()
    const complaint = await readyOrComplaint(server, around)
    if (complaint === undefined) return server
    server.watchdog.dismiss()
    if (attempt === 20 || !/shared memory block|could not bind|lock file/.test(complaint)) {
      throw new StartupError(`The embedded PostgreSQL did not start: ${complaint} (see ${logFile})`)
    }
    await sleep(500)
  }
}

function spawnServer({ binaries, cluster, user }: ServerOptions, logFile: string, port: number) {
  const log = openLog(logFile, user)
  const startsAt = statSync(logFile).size
  const child = spawn(binaries.postgres, ['-D', cluster.data, ...settings(port, cluster.data)], {
    cwd: cluster.data,
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', log, log],
    ...(user && { uid: user.uid, gid: user.gid }),
  })
  closeSync(log)
  child.on('error', () => {})
  child.unref()
  const pid = child.pid ?? Number.NaN
  const watchdog = setWatchdog(pid, cluster.data, user)
  return { pid, port, watchdog, said: () => readFileSync(logFile).subarray(startsAt).toString('utf8') }
}

/**
 * fsync and synchronous_commit are PostgreSQL's own defaults; explicit here because every acknowledged write depends on
 * them.
 */
function settings(port: number, data: string): string[] {
  const values = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: socketFolder(data, port) ?? '',
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    max_connections: 200,
    timezone: 'UTC',
    log_timezone: 'UTC',
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function readyOrComplaint(
  server: { pid: number; port: number; said(): string },
  { cluster, log }: ServerOptions,
): Promise<string | undefined> {
  const startedAt = Date.now()
  for (let hasReported = false; isRunning(server.pid); await sleep(10)) {
    const file = readPostmasterPid(cluster.data)
    if (file?.pid === server.pid && file.status === 'ready') return makeDatabase(server.port, cluster)
    if (!hasReported && Date.now() - startedAt > 3_000) {
      log('PostgreSQL is recovering from a crash')
      hasReported = true
    }
  }
  const fatal = server
    .said()
    .split('\n')
    .findLast((line) => /FATAL|PANIC|error/.test(line))
  return fatal?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? 'it ended without a word'
}

/** A busy machine needs longer than usual for a connection and for a new database; only the start waits for them. */
const MAKE_MS = 60_000

async function makeDatabase(port: number, { password }: Cluster): Promise<undefined> {
  try {
    await querySingle(urlOf(port, password), 'select 1', MAKE_MS)
  } catch (error) {
    const missing = (error as { code?: string }).code === '3D000'
    if (!missing) throw error
    await querySingle(urlOf(port, password, { database: 'postgres' }), 'create database headend', MAKE_MS)
  }
}

function openLog(path: string, user?: ServiceUser): number {
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 10_000_000) renameSync(path, `${path}.1`)
  const log = openSync(path, 'a', 0o640)
  if (user) fchownSync(log, user.uid, user.gid)
  return log
}
