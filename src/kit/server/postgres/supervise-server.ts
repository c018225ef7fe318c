import { setTimeout as sleep } from 'node:timers/promises'
import { runServer, type Server, type ServerOptions } from './run-server.ts'
import { isRunning } from './running-process.ts'
import { recoverStaleServer } from './stale-server.ts'
import { stopServer } from './stop-server.ts'

/**
 * Starts the server again, on the same port, whenever it has died unexpectedly (out of memory, killed by hand), so that
 * the pool's next connection works. Returns the function that ends it all.
 */
export function superviseServer(first: Server, around: ServerOptions): () => Promise<void> {
  let server = first
  let stopping = false
  let reviving: Promise<void> | undefined
  const round = setInterval(() => {
    if (isRunning(server.pid) || reviving) return
    reviving = revive().finally(() => {
      reviving = undefined
    })
  }, 500)
  round.unref()

  async function revive() {
    server.watchdog.dismiss()
    around.log('PostgreSQL stopped unexpectedly and is being restarted')
    while (!stopping) {
      try {
        await recoverStaleServer(around.cluster, around.log)
        server = await runServer(around, server.port)
        return
      } catch (error) {
        around.log(String((error as Error).message))
        await sleep(1_000, undefined, { ref: false })
      }
    }
  }

  return async () => {
    stopping = true
    clearInterval(round)
    await reviving
    await stopServer(server.pid)
    server.watchdog.dismiss()
  }
}
