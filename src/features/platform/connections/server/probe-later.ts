import * as z from 'zod/mini'
import type { Database, Tx } from '#kit/server/database.ts'
import { addJob, defineJob } from '#kit/server/job.ts'

/** The task that tests a connection whose circuit is open. */
export const PROBE = defineJob('connections.probe', { connection: z.string() })
/** Until the circuit lets one call through. */
const REST_MS = 31_000

/** Has a connection whose circuit is open tested when that is allowed again. */
export function probeLater(db: Database | Tx, connection: string): Promise<void> {
  const runAt = new Date(Date.now() + REST_MS)
  return addJob(db, PROBE, { connection }, { key: `${PROBE.name} ${connection}`, runAt })
}
