import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Gate, Rate } from '#kit/server/vendor/gate.ts'

/** The circuit opens after this many failures in a row, all within a minute. */
const FAILURES = 5
/** While it is open, one call of all processes tries the system in this time. */
const REST = '30 seconds'

type GateEntry = { readonly restMs: number; readonly waitMs: number; readonly isHeld: boolean }

/**
 * The limit and the circuit of a connection for all processes, in its status: calls are counted by the time at which
 * the next one would be on schedule (generic cell rate algorithm), one statement a call. `passesOpen`: a test goes out also
 * while the circuit is open, which its success closes.
 */
export function sharedGate(
  db: Database,
  id: string,
  { perSecond, burst }: Rate,
  { passesOpen = false }: { passesOpen?: boolean } = {},
): Gate {
  const perCall = sql`make_interval(secs => ${1 / perSecond}::float8)`
  const ahead = sql`make_interval(secs => ${(burst - 1) / perSecond}::float8)`

  async function acquire(longestMs: number): Promise<GateEntry | undefined> {
    const { rows } = await sql<GateEntry>`
      with s as (select *, next_call_at - ${ahead} - now() as wait from connection_status where connection = ${id} for update),
      d as (select *, circuit_open_since is not null and retry_at > now() and not ${passesOpen} as is_open,
        coalesce(wait > make_interval(secs => ${longestMs / 1000}::float8), false) as is_long from s)
      update connection_status c set
        next_call_at = case when d.is_open or d.is_long then c.next_call_at else greatest(c.next_call_at, now()) + ${perCall} end,
        retry_at = case when d.circuit_open_since is null or d.is_open or d.is_long then c.retry_at else now() + ${REST}::interval end
      from d where c.connection = ${id}
      returning case when d.is_open then extract(epoch from d.retry_at - now()) * 1000 else 0 end::float8 as "restMs",
        greatest(0, coalesce(extract(epoch from d.wait) * 1000, 0))::float8 as "waitMs", d.is_long as "isHeld"`.execute(
      db,
    )
    return rows[0]
  }

  return {
    async acquire(longestMs) {
      const gateEntry = await acquire(longestMs)
      // Before the first call there is no status, and after the deletion of the connection none any more.
      if (!gateEntry) return undefined
      if (gateEntry.restMs > 0) return { reason: 'circuit', ms: gateEntry.restMs }
      if (gateEntry.isHeld) return { reason: 'limit', ms: gateEntry.waitMs }
      if (gateEntry.waitMs > 0) await sleep(gateEntry.waitMs)
      return undefined
    },
    async report(isDown) {
      const { rows } = await sql<{ isOpen: boolean; wasOpen: boolean }>`
        with s as (select *, ${isDown} and (circuit_open_since is not null or (failing_since > now() - interval '1 minute' and failures >= ${FAILURES - 1})) as opens
          from connection_status where connection = ${id} and (${isDown} or failures > 0 or circuit_open_since is not null) for update)
        update connection_status c set
          failures = case when not ${isDown} or s.opens then 0 when s.failing_since > now() - interval '1 minute' then s.failures + 1 else 1 end,
          failing_since = case when not ${isDown} then null when s.failing_since > now() - interval '1 minute' then s.failing_since else now() end,
          circuit_open_since = case when s.opens then coalesce(s.circuit_open_since, now()) end,
          retry_at = case when s.opens then greatest(s.retry_at, now() + ${REST}::interval) end
        from s where c.connection = ${id} returning s.opens as "isOpen", s.circuit_open_since is not null as "wasOpen"`.execute(
        db,
      )
      return rows[0] ?? { isOpen: false, wasOpen: false }
    },
    async close(ms) {
      await sql`
        update connection_status set next_call_at = greatest(next_call_at, now() + make_interval(secs => ${ms / 1000}::float8) + ${ahead})
        where connection = ${id}`.execute(db)
    },
  }
}

/** Makes sure that a connection has a status; `closed` closes its circuit. */
export async function prepareGate(db: Database, id: string, { closed }: { closed: boolean }): Promise<void> {
  await sql`
    insert into connection_status (connection) values (${id}) on conflict (connection) do update set
      circuit_open_since = null, failures = 0, failing_since = null, retry_at = null where ${closed}`.execute(db)
}
