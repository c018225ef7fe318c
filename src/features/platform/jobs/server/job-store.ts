import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { Job } from '../contract.ts'
import { queueRun } from './job-kind.ts'

/** A job as stored; `ownerId` decides who sees it. */
export type StoredJob = { readonly job: Job; readonly ownerId: number | null }

/** One job, locked for the transaction when it is to be changed. */
export async function findJob(db: Database | Tx, id: number, { lock = false } = {}): Promise<StoredJob | undefined> {
  const { rows } = await sql<{ job: Job; ownerId: number | null }>`
    select json_build_object('id', id::text, 'kind', kind, 'state', state, 'steps', steps, 'error', error, 'attempts', attempts,
      'created', ${isoSql('created_at')},
      'updated', ${isoSql('updated_at')}, 'version', version) as job, owner_id as "ownerId"
    from jobs where id = ${id} ${lock ? sql`for update` : sql``}`.execute(db)
  return rows[0]
}

/** Runs a failed job again after the commit: done steps stay done, the failed one is retried. */
export async function requeueJob(tx: Tx, id: number): Promise<void> {
  const { rows } = await sql<{ id: number; kind: string }>`
    update jobs set state = 'QUEUED', error = null, version = version + 1, updated_at = now(), steps = (
      select coalesce(jsonb_agg(case when step->>'state' = 'FAILED' then step || '{"state":"QUEUED","error":null}' else step end order by place), '[]')
      from jsonb_array_elements(steps) with ordinality as each(step, place))
    where id = ${id} returning id, kind`.execute(tx)
  for (const job of rows) await queueRun(tx, job)
}
