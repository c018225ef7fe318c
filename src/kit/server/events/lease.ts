import { hostname } from 'node:os'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { applicationName } from '../database.ts'

/** A lease expires this long after its last renewal, by the database's clock. */
export const LEASE_MS = 5_000

/** Thrown in a transaction of a process whose lease another one has taken. */
export class LeaseLost extends Error {}

/**
 * A lease on one row of `leases`: one of all processes holds it. It is renewed while the process runs and reaches the
 * database; when it has expired, any other process takes it over and raises its fencing number.
 */
export class Lease {
  readonly #name: string
  readonly #holder: string
  #fence: number | undefined

  /** `processId` names the connections of this process (`Connections.processId`). */
  constructor(name: string, processId: string) {
    this.#name = name
    this.#holder = `${hostname()} ${process.pid} ${processId}`
  }

  /**
   * Takes or renews the lease; returns whether it is ours now. A process that takes it from one that let it expire ends
   * the connections of that process, so that no lock of a stopped or unreachable process blocks the others.
   */
  async renew(client: Pick<pg.Client, 'query'>): Promise<boolean> {
    const { rows } = await client.query<{ fence: number; before: string | null }>({
      name: 'renew a lease',
      text: `with earlier as (select holder from leases where name = $1)
       update leases set holder = $2, fence = fence + case when holder is not distinct from $2 then 0 else 1 end,
         expires_at = clock_timestamp() + $3 * interval '1 millisecond'
       where name = $1 and (holder = $2 or expires_at < clock_timestamp())
       returning fence, (select holder from earlier) as before`,
      values: [this.#name, this.#holder, LEASE_MS],
    })
    const before = rows[0]?.before
    this.#fence = rows[0]?.fence
    if (before && before !== this.#holder) await endConnections(client, before.split(' ').at(-1)!)
    return this.#fence !== undefined
  }

  /** The fencing number as stored, for a statement that runs after the lock that guards what the lease protects. */
  get storedFence(): RawBuilder<number> {
    return sql<number>`(select fence from leases where name = ${this.#name})`
  }

  /** Throws `LeaseLost` unless the stored fencing number is still ours. */
  requireFence(storedFence: number): void {
    if (this.#fence === undefined || storedFence !== this.#fence)
      throw new LeaseLost(`another process has taken the lease ${this.#name}`)
  }

  /** Releases the lease, so that another process need not wait until it expires. */
  async release(client: Pick<pg.Client, 'query'>): Promise<void> {
    this.#fence = undefined
    await client.query(
      `update leases set holder = null, expires_at = clock_timestamp() - interval '1 millisecond' where name = $1 and holder = $2`,
      [this.#name, this.#holder],
    )
  }
}

async function endConnections(client: Pick<pg.Client, 'query'>, processId: string): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and application_name = $1`,
    [applicationName(processId)],
  )
}
