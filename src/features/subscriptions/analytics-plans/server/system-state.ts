import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { actorOfRequest, type CommandContext } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import {
  type AnalyticsSystem,
  analyticsPlanProblems,
  analyticsReadRequested,
  type refreshAnalyticsPlans,
} from '../contract.ts'
import { ALL, CONNECTION, enqueueRead, isConnected } from './analytics-connection.ts'

/** The system that plans are pushed to, and how far its messages are. */
export async function systemState(db: Database | Tx): Promise<AnalyticsSystem> {
  const { rows } = await sql<AnalyticsSystem>`
    select coalesce(c.system, 'embedded') as system, c.id as connection, m.* from (
      select ${isoSql(`max(settled_at) filter (where operation = 'read' and state = 'DONE')`)} as read,
        coalesce(bool_or(operation = 'read' and state = 'WAITING'), false) as reading,
        count(*) filter (where operation = 'put' and state = 'WAITING') as waiting,
        count(*) filter (where operation = 'put' and state = 'FAILED') as failed,
        (array_agg(error order by attempts desc, id) filter (where state in ('WAITING', 'FAILED') and error is not null))[1] as failure
      from outbox where connection = ${CONNECTION}) m
    left join connections c on c.id = ${CONNECTION}`.execute(db)
  return rows[0]!
}

/** Has the plans in the connected system read, in the background. */
export async function refresh(call: CommandContext<typeof refreshAnalyticsPlans>) {
  const { tx } = call
  if (!(await isConnected(tx))) throwProblem(analyticsPlanProblems['analytics-system-not-connected'])
  if (!(await systemState(tx)).reading) {
    await enqueueRead(tx, actorOfRequest(call.request))
    await call.record(analyticsReadRequested, { subject: ALL })
  }
  return respond(await systemState(tx), { status: 202 })
}
