import { sql } from 'kysely'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { writeTogether } from '#kit/server/write-together.ts'
import { RECEIVE } from './hook-events.ts'

type HookEvent = { readonly connection: string; readonly eventId: string; readonly content: string }

/** When so many events wait to be stored, a sender has to repeat later: each gets its response within seconds. */
const MOST_WAITING = 2_000
const RETRY_SECONDS = 2

/**
 * Stores events of outside systems and has them handled, unless they are known. Those of many requests are one
 * statement, so that thousands a second need no more than one database connection.
 */
export function hookEventStore(db: Database): (event: HookEvent) => Promise<void> {
  const write = writeTogether<HookEvent>((events) => storeEvents(db, events))
  return async (event) => {
    if (write.waiting >= MOST_WAITING)
      throwProblem(
        kitProblems['too-many-requests'],
        { seconds: RETRY_SECONDS },
        { headers: { 'retry-after': String(RETRY_SECONDS) } },
      )
    await write(event)
  }
}

async function storeEvents(db: Database, events: readonly HookEvent[]): Promise<void> {
  // The ids are in the order of arrival; the rows are written in the order of the key, as by other processes, so that
  // none waits for another in a circle.
  await sql`
    with given as materialized (
      select nextval(pg_get_serial_sequence('hook_events', 'id')) as id, connection, event_id, content from (
        select * from unnest(${events.map((event) => event.connection)}::text[], ${events.map(({ eventId }) => eventId)}::text[],
          ${events.map(({ content }) => content)}::text[]) with ordinality as event(connection, event_id, content, place) order by place) e),
    stored as (
      insert into hook_events (id, connection, event_id, content) overriding system value
      select id, connection, event_id, content from given order by connection, event_id, id
      on conflict do nothing returning connection)
    select graphile_worker.add_job(${RECEIVE.name}, payload => json_build_object('connection', connection),
      queue_name => ${RECEIVE.name} || ' ' || connection, job_key => ${RECEIVE.name} || ' ' || connection)
    from (select distinct connection from stored order by connection) c`.execute(db)
}
