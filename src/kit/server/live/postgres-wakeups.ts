import { sql } from 'kysely'
import pg from 'pg'
import type { Signal } from './wakeups.ts'

const RETRY_MS = 500
/** The name of the connection in PostgreSQL, of which each process has one. */
export const WAKEUPS = 'headend live'

/**
 * Wake-ups by LISTEN/NOTIFY on a separate connection, opened again whenever it breaks. `url` must lead to the server
 * itself: a pooler in transaction mode drops LISTEN. `name` is that of the connection in PostgreSQL.
 */
export function postgresWakeups(url: string, log: (error: unknown) => void, name = WAKEUPS): Signal {
  const listeners = new Map<string, (text?: string) => void>()
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true, application_name: name })
    client = fresh
    fresh.on('error', log)
    fresh.on('end', () => reconnect(fresh))
    fresh.on('notification', ({ channel, payload }) => listeners.get(channel)?.(payload))
    try {
      await fresh.connect()
      for (const [channel, listener] of listeners) {
        await fresh.query(`listen ${pg.escapeIdentifier(channel)}`)
        listener()
      }
    } catch (error) {
      log(error)
      await fresh.end().catch(log)
      reconnect(fresh)
    }
  }

  function reconnect(which: pg.Client): void {
    if (isClosed || client !== which) return
    client = null
    retry = setTimeout(connect, RETRY_MS)
  }

  return {
    listen(channel, listener) {
      listeners.set(channel, listener)
      if (client === null && retry === undefined) void connect()
      else client?.query(`listen ${pg.escapeIdentifier(channel)}`).then(() => listener(), log)
    },
    async notify(tx, channel) {
      await sql`select pg_notify(${channel}, '')`.execute(tx)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end().catch(log)
    },
  }
}
