import { sql } from 'kysely'
import { type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { OpenConnection } from './open-connections.ts'
import { PROBE, probeLater } from './probe-later.ts'

/** Connections that are tested at once in each process. */
const AT_ONCE = 8

/**
 * Tests connections whose circuit is open as long as messages wait for them. Each message waits longer after each attempt,
 * up to an hour: without this, a system that is back would get them long after. When the test succeeds, all of them are sent.
 */
export function probeTask({ db }: Pick<AppContext, 'db'>, open: OpenConnection): Task {
  const isNeeded = async (connection: string) => {
    const { rows } = await sql`
      select 1 from connection_status s where connection = ${connection} and circuit_open_since is not null
        and exists (select from outbox o where o.connection = s.connection and o.state = 'WAITING')`.execute(db)
    return rows.length > 0
  }
  return taskOf(PROBE, {
    calls: PROBE.name,
    atOnce: AT_ONCE,
    async run({ connection }) {
      if (!(await isNeeded(connection))) return
      try {
        const { connector } = await open(connection)
        await connector.test()
      } catch (failure) {
        if (!(failure instanceof IntegrationError)) throw failure
        // Deleted meanwhile, or its settings have to be changed first.
        if (!failure.mayPass) return
      }
      if (await isNeeded(connection)) await probeLater(db, connection)
    },
  })
}
