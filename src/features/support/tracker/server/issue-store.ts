import { sql } from 'kysely'
import { outsideKeys } from '#features/support/cases/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { ChangedIssue, IssueRef } from './tracker.ts'

/** Comments, files and watchers that both sides have. */
export type ItemKind = 'comment' | 'internal-comment' | 'attachment' | 'watcher'
export type SharedItem = {
  readonly kind: ItemKind
  readonly trackerId: string
  readonly localId: number | null
  readonly digest: string | null
}

/** Records the issue of a case, and its key as the one that is shown; former keys still open the case. */
export async function storeIssue(tx: Tx, connection: string, caseId: number, { id, key }: IssueRef): Promise<void> {
  await sql`
    insert into tracker_issues (connection, tracker_id, case_id) values (${connection}, ${id}, ${caseId})
    on conflict do nothing`.execute(tx)
  await sql`insert into tracker_keys (case_id, tracker_key) values (${caseId}, ${key}) on conflict do nothing`.execute(
    tx,
  )
  await outsideKeys.storeTrackerKey(tx, caseId, key)
}

/**
 * Records the issues of new cases, which have their keys already. Fails where one of them became a case meanwhile: of two
 * readers of an issue one files the case.
 */
export async function storeNewIssues(
  tx: Tx,
  connection: string,
  issues: readonly (ChangedIssue & { readonly caseId: number })[],
): Promise<void> {
  const caseIds = issues.map(({ caseId }) => caseId)
  await sql`
    with given as (
      select * from unnest(${caseIds}::bigint[], ${issues.map(({ id }) => id)}::text[], ${issues.map(({ key }) => key)}::text[],
        ${issues.map(({ changed }) => changed)}::text[]) as g (case_id, tracker_id, tracker_key, changed)
    ), stored as (
      insert into tracker_issues (connection, tracker_id, case_id, changed) select ${connection}, tracker_id, case_id, changed from given
    )
    insert into tracker_keys (case_id, tracker_key) select case_id, tracker_key from given`.execute(tx)
}

/** When the portal read these issues last: by their id, those that it knows. */
export async function changesRead(
  db: Database,
  connection: string,
  trackerIds: readonly string[],
): Promise<ReadonlyMap<string, string | null>> {
  const { rows } = await sql<{ trackerId: string; changed: string | null }>`
    select tracker_id as "trackerId", changed from tracker_issues
    where connection = ${connection} and tracker_id = any(${trackerIds}::text[])`.execute(db)
  return new Map(rows.map(({ trackerId, changed }) => [trackerId, changed]))
}

/** The case of an issue; undefined for one that the portal does not know. */
export async function caseOfIssue(
  db: Database | Tx,
  connection: string,
  trackerId: string,
): Promise<{ id: number; key: string; changed: string | null } | undefined> {
  const { rows } = await sql<{ id: number; key: string; changed: string | null }>`
    select c.id, c.key, i.changed from tracker_issues i join cases c on c.id = i.case_id
    where i.connection = ${connection} and i.tracker_id = ${trackerId}`.execute(db)
  return rows[0]
}

/** Records which change of an issue was read last. */
export async function storeChanged(tx: Tx, connection: string, trackerId: string, changedAt: string): Promise<void> {
  await sql`
    update tracker_issues set changed = ${changedAt} where connection = ${connection} and tracker_id = ${trackerId}`.execute(
    tx,
  )
}

/** Everything of a case that both sides have. */
export async function sharedItems(db: Database | Tx, connection: string, caseId: number): Promise<SharedItem[]> {
  const { rows } = await sql<SharedItem>`
    select kind, tracker_id as "trackerId", local_id as "localId", digest from tracker_items
    where connection = ${connection} and case_id = ${caseId}`.execute(db)
  return rows
}

/** Records that both sides have a comment or a file, with the text that they have. */
export async function storeItem(
  db: Database | Tx,
  connection: string,
  caseId: number,
  item: SharedItem,
): Promise<void> {
  await storeItems(db, connection, [{ ...item, caseId }])
}

/** The same for different items of several cases. */
export async function storeItems(
  db: Database | Tx,
  connection: string,
  items: readonly (SharedItem & { readonly caseId: number })[],
): Promise<void> {
  await sql`
    insert into tracker_items (connection, kind, tracker_id, case_id, local_id, digest)
    select ${connection}, g.* from unnest(${items.map(({ kind }) => kind)}::text[], ${items.map(({ trackerId }) => trackerId)}::text[],
      ${items.map(({ caseId }) => caseId)}::bigint[], ${items.map(({ localId }) => localId)}::bigint[],
      ${items.map(({ digest }) => digest)}::text[]) as g
    on conflict (connection, kind, tracker_id) do update set local_id = excluded.local_id, digest = excluded.digest`.execute(
    db,
  )
}

/** Forgets that both sides had it. */
export async function deleteItem(
  db: Database | Tx,
  connection: string,
  { kind, trackerId }: Pick<SharedItem, 'kind' | 'trackerId'>,
): Promise<void> {
  await sql`
    delete from tracker_items where connection = ${connection} and kind = ${kind} and tracker_id = ${trackerId}`.execute(
    db,
  )
}

/**
 * Whether messages of the case, besides this one, were not delivered: what was decided here stands until then. A decision
 * whose event was not handled yet has no message.
 */
export async function hasUndelivered(db: Database | Tx, connection: string, caseKey: string): Promise<boolean> {
  const { rows } = await sql`
    (select 1 from outbox where connection = ${connection} and subject = ${`${connection} ${caseKey}`}
      and state in ('WAITING','FAILED') and operation not in ('read','poll','receive-files') limit 1)
    union all (select 1 from events where seq is null and subject_id = ${caseKey} and data->>'fromTracker' is null limit 1)`.execute(
    db,
  )
  return rows.length > 0
}
