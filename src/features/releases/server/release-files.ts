import { sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import type { Call } from '#kit/server/serve/call.ts'
import type { listReleaseFiles, ReleaseFile } from '../contract.ts'
import { releaseSeen } from './release-json.ts'

const columns = { fileName: 'lower(c.file_name)', size: 'c.size' } as const

/** A page of the files of releases that the session may see. */
export async function findReleaseFiles(db: Database, { session, query }: Call<typeof listReleaseFiles>) {
  const { page, size, sort, bundleReleaseIds } = query
  const ids = bundleReleaseIds.filter((id) => /^\d{1,15}$/.test(id))
  const from = sql`release_components c join bundle_releases r on r.id = c.release_id where r.id = any(${ids}::bigint[]) and ${releaseSeen(session)}`
  const order = readSort<keyof typeof columns>(sort, { field: 'fileName', descending: false }).map(
    ({ field, descending }) => sql.raw(`${columns[field]} ${descending ? 'desc' : 'asc'}`),
  )
  const [files, counted] = await Promise.all([
    sql<{ file: ReleaseFile }>`
      select json_build_object('id', c.id::text, 'bundleReleaseId', r.id::text, 'fileName', c.file_name, 'componentType', c.component_type,
        'fileStatus', case when c.missing then 'MISSING' when c.downloaded_at is not null then 'DOWNLOADED' when r.key_id is not null then 'SIGNED' else 'ASSIGNED' end,
        'size', c.size, 'digest', c.digest, 'mediaType', c.media_type, 'sbom', c.sbom, 'fileId', c.upload_id,
        'fileUrl', '/api/bundle-releases/' || r.id || '/files/' || c.id, 'downloads', c.downloads,
        'downloaded', to_char(c.downloaded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as file
      from ${from} order by ${sql.join(order)}, c.id limit ${size} offset ${page * size}`.execute(db),
    sql<{ count: number; newest: Date | null }>`
      select count(*) as count, max(greatest(r.updated_at, c.downloaded_at)) as newest from ${from}`.execute(db),
  ])
  const { count, newest } = counted.rows[0]!
  return { rows: files.rows.map(({ file }) => file), total: { count }, lastUpdateTime: newest }
}
