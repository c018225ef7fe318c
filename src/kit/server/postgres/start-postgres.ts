import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, openCluster, readCluster } from './cluster.ts'
import { readPostmasterPid } from './postmaster-pid.ts'
import { urlOf } from './query-single.ts'
import { runServer } from './run-server.ts'
import { prepareServerPaths, type ServerPaths } from './server-paths.ts'
import { socketFolder, socketIn } from './socket-folder.ts'
import { recoverStaleServer } from './stale-server.ts'
import { type StartLock, takeStartLock } from './start-lock.ts'
import { superviseServer } from './supervise-server.ts'
import { setWatchdog } from './watchdog.ts'

/** A running embedded PostgreSQL. */
export interface RunningPostgres {
  /** Connection string of the product's database, with the password. It stays the same while we run. */
  url: string
  /** Shuts the server down cleanly. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Holds the data, the password and the server's log; made when absent. */
  directory: string
  /** Gets one line about what was found and repaired. */
  log: (line: string) => void
  /**
   * Use the server that another process of ours runs in this directory, instead of failing. It ends with that process.
   */
  join?: boolean
  /** Called when a process of PostgreSQL has been started, and this one has time for other work until it is ready. */
  spawned?: (() => void) | undefined
}

/**
 * Starts the embedded PostgreSQL on 127.0.0.1 and a free port, and on a socket among its data, makes its database the
 * first time, repairs what a kill -9 left, and keeps it running until `stop`. When this process dies, however, the
 * server is shut down; what was committed stays. Throws StartupError, one line, when it cannot run here.
 */
export async function startPostgres({
  directory,
  log,
  join: joining = false,
  spawned,
}: PostgresOptions): Promise<RunningPostgres> {
  const place = await prepareServerPaths(directory)
  const lock = await takeStartLock(join(place.directory, 'start.lock'), joining ? 0 : undefined)
  if ('holder' in lock) {
    if (joining) return joinServer(place, lock.holder)
    throw new StartupError(
      `${place.directory} is in use by another Headend (process ${lock.holder}): stop it, or set DATA_DIR`,
    )
  }
  try {
    return await startUnder(lock, place, { log, spawned })
  } catch (error) {
    await lock.release()
    throw error
  }
}

async function startUnder(
  lock: StartLock,
  place: ServerPaths,
  { log, spawned }: Pick<PostgresOptions, 'log' | 'spawned'>,
): Promise<RunningPostgres> {
  const { user } = place
  const binaries = await findBinaries(place.stateDirectory, user)
  if (!existsSync(join(place.directory, 'data'))) log('Creating the database …')
  const cluster = await openCluster(place.directory, binaries, { user, spawned })
  const around = { binaries, cluster, user, log }
  const leftover = await recoverStaleServer(cluster, log)
  if (leftover) log(`reusing the PostgreSQL of an earlier run (process ${leftover.pid})`)
  const server = leftover
    ? { ...leftover, watchdog: setWatchdog(leftover.pid, cluster.data, user) }
    : await runServer({ ...around, spawned })
  const stop = superviseServer(server, around)
  return {
    url: nearestUrl(server.port, cluster),
    async stop() {
      await stop()
      await lock.release()
    },
  }
}

async function joinServer({ directory }: ServerPaths, holder: number): Promise<RunningPostgres> {
  const server = readPostmasterPid(join(directory, 'data'))
  if (server?.status !== 'ready') throw new StartupError(`Headend (process ${holder}) is still starting: try again`)
  return { url: nearestUrl(server.port, await readCluster(directory)), stop: async () => {} }
}

/** By the server's socket where it has one: a call costs a quarter less of both processors than over 127.0.0.1. */
function nearestUrl(port: number, { data, password }: Cluster): string {
  const host = socketFolder(data, port)
  return urlOf(port, password, host && existsSync(socketIn(host, port)) ? { host } : {})
}
