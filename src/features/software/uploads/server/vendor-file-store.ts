import { type RawBuilder, sql } from 'kysely'
import type { Database, Tx } from '#kit/server/database.ts'
import { type FileConfig, rememberFile } from '#kit/server/files/stored-files.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { directionOf, findJsonPage } from '#kit/server/list/find-page.ts'
import { isoSql, likeText } from '#kit/server/sql-text.ts'
import { uploadProblems, type VendorFile } from '../contract.ts'

const json: RawBuilder<VendorFile> = sql`json_build_object('id', f.id::text, 'path', f.path, 'size', f.size, 'digest', f.digest,
  'updated', ${isoSql('f.updated_at')}, 'createdBy', (select full_name from users where id = f.created_by), 'version', f.version)`

/** Rejects a path that is not made of plain names: no empty, hidden or parent segment, no control character. */
export function requirePath(path: string): void {
  const flaw = path
    .split('/')
    .some((name) => name === '' || name.startsWith('.') || /[\\\p{C}\p{Zl}\p{Zp}]/u.test(name) || name.trim() !== name)
  if (flaw) throwFieldProblem('path', 'must be names separated by /, none of them empty or beginning with a dot')
  if (path !== path.normalize('NFC')) throwFieldProblem('path', 'must be in the usual Unicode form (NFC)')
}

/** Whether the vendor's area has a file of this path. */
export async function hasVendorFile(db: Database | Tx, path: string): Promise<boolean> {
  const { rows } = await sql`select from vendor_files where path = ${path}`.execute(db)
  return rows.length > 0
}

/** The content of the file of this path. */
export async function findVendorFile(
  db: Database | Tx,
  path: string,
): Promise<{ digest: string; size: number } | undefined> {
  const { rows } = await sql<{ digest: string; size: number }>`
    select digest, size from vendor_files where path = ${path}`.execute(db)
  return rows[0]
}

/** A page of the files of the vendor's area, by path. */
export async function findVendorFiles(
  db: Database,
  {
    page,
    size,
    descending,
    pathContains,
  }: { page: number; size: number; descending: boolean; pathContains?: string | undefined },
) {
  const where = pathContains ? sql`f.path ilike ${`%${likeText(pathContains)}%`}` : sql`true`
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: VendorFile }>`select ${json} as row from vendor_files f where ${where}
      order by f.path ${directionOf(descending)}`,
    of: sql`from vendor_files f where ${where}`,
    newest: sql`updated_at`,
  })
}

/** Stores a received file under its path; without `clobber` only where there is none. */
export async function saveVendorFile(
  tx: Tx,
  config: FileConfig,
  { path, clobber, userId, ...bytes }: { path: string; clobber: boolean; userId: number; digest: string; size: number },
): Promise<VendorFile> {
  const fileId = await rememberFile(tx, bytes, config)
  const conflict = clobber
    ? sql`on conflict (path) do update set file_id = excluded.file_id, digest = excluded.digest, size = excluded.size,
        created_by = excluded.created_by, version = f.version + 1, updated_at = clock_timestamp()`
    : sql`on conflict (path) do nothing`
  const { rows } = await sql<{ file: VendorFile }>`
    insert into vendor_files as f (path, file_id, digest, size, created_by) values (${path}, ${fileId}, ${bytes.digest}, ${bytes.size}, ${userId})
    ${conflict} returning ${json} as file`.execute(tx)
  return rows[0]?.file ?? throwProblem(uploadProblems['vendor-file-exists'], { path })
}

/** Deletes the file of this id; undefined when there is none. */
export async function removeVendorFile(tx: Tx, id: string): Promise<{ path: string } | undefined> {
  const { rows } = /^\d{1,15}$/.test(id)
    ? await sql<{ path: string }>`delete from vendor_files where id = ${id} returning path`.execute(tx)
    : { rows: [] }
  return rows[0]
}
