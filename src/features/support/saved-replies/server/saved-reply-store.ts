import { sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { SavedReply } from '../contract.ts'

/** Every saved reply by name, or the one with this id. */
export async function findReplies(db: Database | Tx, id?: number): Promise<SavedReply[]> {
  const { rows } = await sql<SavedReply>`
    select r.id::text as id, r.name, r.body, ${isoSql('r.updated_at')} as updated, u.full_name as "updatedBy", r.version
    from saved_replies r left join users u on u.id = r.updated_by where ${id === undefined ? sql`true` : sql`r.id = ${id}`}
    order by lower(r.name), r.id`.execute(db)
  return rows
}

/** Locks a saved reply. */
export async function lockReply(tx: Tx, id: number): Promise<SavedReply | undefined> {
  await sql`select 1 from saved_replies where id = ${id} for update`.execute(tx)
  return (await findReplies(tx, id))[0]
}

/** Whether another reply has this name; capitals do not matter. Two at once wait for each other. */
export async function isNameTaken(tx: Tx, name: string, except: number | null): Promise<boolean> {
  await sql`lock table saved_replies in share row exclusive mode`.execute(tx)
  const { rows } = await sql`
    select 1 from saved_replies where lower(name) = lower(${name}) and id is distinct from ${except}`.execute(tx)
  return rows.length > 0
}

type Texts = { readonly name: string; readonly body: string }

/** Stores a new reply; returns its id. */
export async function insertReply(tx: Tx, { name, body }: Texts, userId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into saved_replies (name, body, updated_by) values (${name}, ${body}, ${userId}) returning id`.execute(tx)
  return rows[0]!.id
}

/** Replaces the texts of a reply. */
export async function updateReply(tx: Tx, id: number, { name, body }: Texts, userId: number): Promise<void> {
  await sql`
    update saved_replies set name = ${name}, body = ${body}, updated_by = ${userId}, updated_at = clock_timestamp(), version = version + 1
    where id = ${id}`.execute(tx)
}

/** Deletes a reply. */
export async function deleteReply(tx: Tx, id: number): Promise<void> {
  await sql`delete from saved_replies where id = ${id}`.execute(tx)
}
