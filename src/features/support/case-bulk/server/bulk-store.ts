import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'
import { actorOfRequest } from '#kit/server/serve/request-context.ts'
import type { Session } from '#kit/server/session.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { BulkJob, BulkOperation } from '../contract.ts'

/** What a job needs to act for the user who requested it. */
export type StoredJob = {
  readonly userId: number
  readonly actor: EventActor
  /** The permissions that the user's API token was limited to. */
  readonly tokenPermissions: readonly string[] | null
  readonly operation: BulkOperation
}

/** Stores a job with its cases, each key once. */
export async function insertBulkJob(
  tx: Tx,
  session: Session,
  request: FastifyRequest,
  { keys, operation }: { keys: readonly string[]; operation: BulkOperation },
): Promise<number> {
  const unique = [...new Set(keys.map((key) => key.toUpperCase()))]
  const { rows } = await sql<{ id: number }>`
    insert into bulk_jobs (user_id, actor, token_permissions, operation)
    values (${session.userId}, ${JSON.stringify(actorOfRequest(request))}::jsonb, ${session.token?.permissions ?? null}::text[], ${JSON.stringify(operation)}::jsonb)
    returning id`.execute(tx)
  const { id } = rows[0]!
  await sql`
    insert into bulk_job_cases (job_id, place, key) select ${id}, place, key from unnest(${unique}::text[]) with ordinality given(key, place)`.execute(
    tx,
  )
  return id
}

/** The job of a user with the result of each case. */
export async function readJob(db: Database | Tx, userId: number, id: number): Promise<BulkJob | undefined> {
  const { rows } = await sql<BulkJob>`
    select j.id::text as id, ${isoSql('j.created_at')} as created, bool_and(c.state <> 'WAITING') as finished, count(*)::int as total,
      (count(*) filter (where c.state = 'DONE'))::int as done, (count(*) filter (where c.state = 'FAILED'))::int as failed,
      json_agg(json_build_object('key', c.key, 'state', c.state, 'error', c.error) order by c.place) as results
    from bulk_jobs j join bulk_job_cases c on c.job_id = j.id where j.id = ${id} and j.user_id = ${userId} group by j.id`.execute(
    db,
  )
  return rows[0]
}

/** A job as it was requested. */
export async function findStoredJob(db: Database, id: number): Promise<StoredJob | undefined> {
  const { rows } = await sql<StoredJob>`
    select user_id as "userId", actor, token_permissions as "tokenPermissions", operation from bulk_jobs where id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** Locks the next case of a job that has no result yet. */
export async function nextCase(tx: Tx, id: number): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`
    select key from bulk_job_cases where job_id = ${id} and state = 'WAITING' order by place limit 1 for update`.execute(
    tx,
  )
  return rows[0]?.key
}

/** Stores the result of a case. */
export async function storeResult(tx: Tx, id: number, key: string, error: string | null): Promise<void> {
  await sql`
    update bulk_job_cases set state = ${error === null ? 'DONE' : 'FAILED'}, error = ${error} where job_id = ${id} and key = ${key} and state = 'WAITING'`.execute(
    tx,
  )
}
