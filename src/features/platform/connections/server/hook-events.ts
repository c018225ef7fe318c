import { sql } from 'kysely'
import * as z from 'zod/mini'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { OpenConnection } from './open-connections.ts'
import { simulatedFault } from './simulated-faults.ts'

/** The job that handles the events of a connection. */
export const RECEIVE = defineJob('connections.receive', { connection: z.string() })
const MOST_TRIES = 10
const BATCH = 100
/** Handled events are stored for this long, so that they are not handled again. */
const REMEMBERED = '7 days'

type StoredHookEvent = { id: number; eventId: string; content: string; attempts: number }

/** Handles the events that outside systems sent, those of a connection in the order of their arrival. */
export function hookTasks(portal: AppContext, open: OpenConnection): Task[] {
  const { db, log } = portal
  return [
    taskOf(RECEIVE, {
      calls: 'hooks',
      async run({ connection }) {
        const { connector } = await open(connection)
        for (;;) {
          const events = await findDue(connection)
          const isReordered = (await simulatedFault(portal, connection)) === 'REORDERED'
          for (const event of isReordered ? events.toReversed() : events) {
            try {
              await connector.receive?.({ id: event.eventId, content: JSON.parse(event.content) as unknown })
            } catch (failure) {
              await noteFailure(event, failure as Error)
              throw failure
            }
            await sql`update hook_events set handled_at = now() where id = ${event.id}`.execute(db)
          }
          if (events.length < BATCH) return
        }
      },
    }),
    taskOf(defineJob('connections.sweep'), {
      cron: '35 3 * * *',
      run: async () =>
        void (await sql`delete from hook_events where handled_at < now() - ${REMEMBERED}::interval`.execute(db)),
    }),
  ]

  async function findDue(connection: string): Promise<StoredHookEvent[]> {
    const { rows } = await sql<StoredHookEvent>`
      select id, event_id as "eventId", content, attempts from hook_events
      where connection = ${connection} and handled_at is null order by id limit ${BATCH}`.execute(db)
    return rows
  }

  /** An event that fails again and again is given up, so that later ones are handled. */
  async function noteFailure({ id, attempts }: StoredHookEvent, failure: Error): Promise<void> {
    const isLast = attempts + 1 >= MOST_TRIES
    if (isLast) log.error({ err: failure, event: id }, 'an event of an outside system was given up')
    await sql`
      update hook_events set attempts = attempts + 1, error = ${failure.message},
        handled_at = case when ${isLast} then now() end where id = ${id}`.execute(db)
  }
}
