import { type RawBuilder, sql } from 'kysely'
import { userJson } from '#features/software/bundles/server/index.ts'
import { noteRows } from '#features/software/releases/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { BundleNote, InternalNote, ReleaseNote } from '../contract.ts'

/** The two kinds of notes have two tables; their ids show which: `b7` is a bundle's, `r7` a release's. */
export type NoteOf = 'bundle' | 'release'

const tables = {
  bundle: { name: 'bundle_notes', owner: 'bundle_id', prefix: 'b', member: 'bundleId' },
  release: { name: 'release_notes', owner: 'release_id', prefix: 'r', member: 'bundleReleaseId' },
} as const

/** A note as commands read it. */
export type StoredNote = {
  readonly kind: NoteOf
  readonly id: number
  readonly ownerId: number
  readonly text: string
  readonly version: number
}

/** A page of the notes of a bundle or a release. */
export async function findNotes(
  db: Database,
  kind: NoteOf,
  ownerId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const { name, owner } = tables[kind]
  const from = sql`${sql.table(name)} n where n.${sql.ref(owner)} = ${ownerId}`
  const direction = directionOf(descending)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: BundleNote }>`select ${json(kind)} as row from ${from} order by n.id ${direction}`,
    of: sql`from ${from}`,
    newest: sql`coalesce(n.edited_at, n.created_at)`,
  })
}

/** Writes a note. */
export async function insertNote(
  tx: Tx,
  kind: NoteOf,
  { ownerId, authorId, text }: { ownerId: number; authorId: number; text: string },
): Promise<BundleNote> {
  return noteOf(tx, { kind, id: await noteRows.insert(tx, kind, { ownerId, authorId, text }) })
}

/** The note of that id, locked; undefined when there is none. */
export async function lockedNote(tx: Tx, id: string): Promise<StoredNote | undefined> {
  const match = /^([br])(\d{1,15})$/.exec(id)
  if (!match) return undefined
  const kind = match[1] === 'b' ? 'bundle' : 'release'
  const { name, owner } = tables[kind]
  const { rows } = await sql<StoredNote>`
    select ${kind} as kind, id, ${sql.ref(owner)} as "ownerId", text, version from ${sql.table(name)} where id = ${match[2]} for update`.execute(
    tx,
  )
  return rows[0]
}

/** Replaces the text of a note. */
export async function updateNote(tx: Tx, note: StoredNote, text: string): Promise<BundleNote> {
  await noteRows.edit(tx, note, text)
  return noteOf(tx, note)
}

async function noteOf(tx: Tx, { kind, id }: Pick<StoredNote, 'kind' | 'id'>): Promise<BundleNote> {
  const { rows } = await sql<{ note: BundleNote }>`
    select ${json(kind)} as note from ${sql.table(tables[kind].name)} n where n.id = ${id}`.execute(tx)
  return rows[0]!.note
}

function json(kind: NoteOf): RawBuilder<InternalNote | ReleaseNote> {
  const { owner, prefix, member } = tables[kind]
  return sql`json_build_object('id', ${sql.lit(prefix)} || n.id, ${sql.lit(member)}, n.${sql.ref(owner)}::text, 'text', n.text,
    'created', ${isoSql('n.created_at')},
    'edited', ${isoSql('n.edited_at')}, 'author', ${userJson('n.author_id')}, 'version', n.version)`
}
