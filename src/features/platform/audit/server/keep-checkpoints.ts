import { checkpointFile, writeCheckpoint } from '#kit/server/events/checkpoints.ts'
import type { AppContext } from '#kit/server/portal.ts'

const HOUR_MS = 3_600_000

/** Writes a checkpoint of the audit chain into the process's data directory at start, every hour, and at stop. */
export function keepCheckpoints(
  { http, db, config, log }: Pick<AppContext, 'http' | 'db' | 'config' | 'log'>,
  everyMs = HOUR_MS,
): void {
  let timer: NodeJS.Timeout | undefined
  const write = () =>
    writeCheckpoint(db, checkpointFile(config.dataDirectory), config).catch((failure: unknown) =>
      log.error({ err: failure }, 'no checkpoint of the audit chain was written'),
    )
  http.addHook('onListen', async () => {
    timer = setInterval(() => void write(), everyMs)
    timer.unref()
    await write()
  })
  http.addHook('onClose', async () => {
    if (!timer) return
    clearInterval(timer)
    await write()
  })
}
