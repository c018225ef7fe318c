import { realpath, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { type PostmasterPid, readPostmasterPid } from './postmaster-pid.ts'
import { querySingle, urlOf } from './query-single.ts'
import { hasEnded, isRunning, processCwdIs } from './running-process.ts'
import { stopServer } from './stop-server.ts'

/**
 * Repairs what a killed process of ours left in the data directory. Returns a server of ours that still runs, to
 * continue with; otherwise nothing runs there any more and a start is possible. Only called under the start lock.
 */
export async function recoverStaleServer(
  cluster: Cluster,
  log: (line: string) => void,
): Promise<PostmasterPid | undefined> {
  const staleServer = readPostmasterPid(cluster.data)
  if (!staleServer) return undefined
  if (!(staleServer.pid > 1)) return setAside(cluster, log, 'it names no process')
  // PostgreSQL removes such a file itself, and first checks for shared memory that is still in use.
  if (!isRunning(staleServer.pid)) return undefined
  if (!processCwdIs(staleServer.pid, await realpath(cluster.data)))
    return setAside(cluster, log, `process ${staleServer.pid} is not ours`)
  const server = await settledServer(staleServer, cluster.data)
  if (!server) return undefined
  if (await isReachable(server, cluster)) return server
  log(`stopping a leftover PostgreSQL (process ${server.pid}) that does not respond`)
  await stopServer(server.pid)
  return undefined
}

/** A server that shuts down ends soon; one that starts may have a crash to recover from first. */
async function settledServer(server: PostmasterPid, data: string): Promise<PostmasterPid | undefined> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const now = readPostmasterPid(data)
    if (now?.status === 'ready') return now
    if (await hasEnded(server.pid, 50)) return undefined
  }
  return server
}

async function isReachable({ port }: PostmasterPid, { data, password }: Cluster): Promise<boolean> {
  try {
    const directory = await querySingle(urlOf(port, password, { database: 'postgres' }), 'show data_directory', 3_000)
    return (await realpath(String(directory))) === (await realpath(data))
  } catch {
    return false
  }
}

async function setAside({ data }: Cluster, log: (line: string) => void, reason: string): Promise<undefined> {
  log(`postmaster.pid was left by an earlier run and was moved away: ${reason}`)
  await rename(join(data, 'postmaster.pid'), join(data, 'postmaster.pid.stale'))
}
