import { randomBytes, randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { schemaFlaw } from '#database/migrate.ts'
import type { AppContext } from '#kit/server/portal.ts'

const TIMEOUT_MS = 2_000
/** A result is valid for this long: with checks each second, disks are still written to only now and then. */
const KEPT_MS = 3_000
/** No process has held the lease on events for this long. */
const UNHELD = '10 seconds'

/** Whether this process can do its work: undefined, or the reason why not, for operators. */
export type Readiness = { check(): Promise<string | undefined>; started(): void }

/**
 * A process is ready when its first start is over, it reaches the database within 2 s, the database has the schema of its
 * version, it can write to the disks of the database and of the data directory, and its events are dispatched by some
 * process.
 */
export function readinessOf({ pool, config }: Pick<AppContext, 'pool' | 'config'>): Readiness {
  let isStarted = false
  let keptResult: { until: number; found: Promise<string | undefined> } | undefined
  const look = async () => {
    const flaws = await Promise.all([databaseFlaw(pool), directoryFlaw(config.dataDirectory)])
    return flaws.find((flaw) => flaw !== undefined)
  }
  return {
    started() {
      isStarted = true
    },
    async check() {
      if (!isStarted) return 'the first start is not over'
      if (!keptResult || keptResult.until < Date.now()) keptResult = { until: Date.now() + KEPT_MS, found: look() }
      const flaws = await inTime(keptResult.found)
      // A failure now may be over in a moment.
      if (flaws !== undefined) keptResult = undefined
      return flaws
    },
  }
}

async function inTime(flawRequest: Promise<string | undefined>): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, TIMEOUT_MS, 'the database or the disk does not respond')
  })
  return Promise.race([flawRequest, late]).finally(() => clearTimeout(timer))
}

/** Sorts more than fits into its memory, so that PostgreSQL writes to its disk, as it does when a table grows. */
const probe = `
  with spilled as materialized (select md5(n::text) as digest from generate_series(1, 6000) n order by 1)
  select (select count(*) from spilled) as written, current_setting('transaction_read_only') = 'on' as readonly,
    (select expires_at < clock_timestamp() - interval '${UNHELD}' from leases where name = 'events') as unheld`

async function databaseFlaw(pool: pg.Pool): Promise<string | undefined> {
  const client = await pool.connect().catch(() => undefined)
  if (!client) return 'the database cannot be reached'
  try {
    await client.query(`begin; set local work_mem = '64kB'`)
    const { rows } = await client.query<{ readonly: boolean; unheld: boolean }>(probe)
    await client.query('commit')
    const flaw = await schemaFlaw(client)
    client.release()
    if (flaw !== undefined) return flaw
    if (rows[0]!.readonly) return 'the database is read-only'
    return rows[0]!.unheld ? 'no process dispatches events' : undefined
  } catch {
    client.release(true)
    return 'the database cannot write'
  }
}

async function directoryFlaw(directory: string): Promise<string | undefined> {
  const file = join(directory, `.ready-${randomUUID()}`)
  try {
    await writeFile(file, randomBytes(65_536))
    return undefined
  } catch {
    return 'the data directory cannot be written to'
  } finally {
    await rm(file, { force: true }).catch(() => undefined)
  }
}
