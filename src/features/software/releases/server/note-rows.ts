import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'

/** Whose note it is. */
type NoteOf = 'bundle' | 'release'
type Note = { readonly kind: NoteOf; readonly id: number }

const tables = {
  bundle: { name: 'bundle_notes', owner: 'bundle_id' },
  release: { name: 'release_notes', owner: 'release_id' },
} as const

/** Changes of the notes of bundles and releases, without the rules of who may make them. */
export const noteRows = {
  /** Writes a note; returns its id. */
  async insert(
    tx: Tx,
    kind: NoteOf,
    { ownerId, authorId, text }: { readonly ownerId: number; readonly authorId: number; readonly text: string },
  ): Promise<number> {
    const { name, owner } = tables[kind]
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(name)} (${sql.ref(owner)}, author_id, text) values (${ownerId}, ${authorId}, ${text}) returning id`.execute(
      tx,
    )
    return rows[0]!.id
  },
  /** Gives a note another text. */
  async edit(tx: Tx, { kind, id }: Note, text: string): Promise<void> {
    await sql`
      update ${sql.table(tables[kind].name)} set text = ${text}, edited_at = now(), version = version + 1 where id = ${id}`.execute(
      tx,
    )
  },
  /** Deletes a note. */
  async remove(tx: Tx, { kind, id }: Note): Promise<void> {
    await sql`delete from ${sql.table(tables[kind].name)} where id = ${id}`.execute(tx)
  },
}
