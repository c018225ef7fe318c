import { sql } from 'kysely'
import { readSort } from '#kit/contract/hal.ts'
import { fileCheckJson } from '#kit/server/files/file-scans.ts'
import { findPage } from '#kit/server/list/find-page.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { listReleaseFiles } from '../contract.ts'
import { releaseSeen } from './release-json.ts'

const columns = { fileName: 'lower(c.file_name)', size: 'c.size' } as const

/** A page of the files of releases that the session may see: their ids, and how to make JSON text of some of them. */
export async function findReleaseFiles(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  { session, query }: RequestContext<typeof listReleaseFiles>,
) {
  const { page, size, sort, bundleReleaseIds } = query
  const ids = bundleReleaseIds.filter((id) => /^\d{1,15}$/.test(id))
  const from = sql`release_components c join bundle_releases r on r.id = c.release_id where r.id = any(${ids}::bigint[]) and c.image is null and ${releaseSeen(session)}`
  const order = readSort<keyof typeof columns>(sort, { field: 'fileName', descending: false }).map(
    ({ field, descending }) => sql.raw(`${columns[field]} ${descending ? 'desc' : 'asc'}`),
  )
  const idPage = await findPage(db, {
    page,
    size,
    rows: (limit) => sql<{ ids: string[] }>`
      select array(select c.id from ${from} order by ${sql.join(order)}, c.id ${limit})::text[] as ids`,
    of: sql`from ${from}`,
    newest: sql`greatest(r.updated_at, c.downloaded_at)`,
  })
  const rowsOf = async (some: readonly string[]) => {
    const rowsQuery = sql<{ rows: string }>`
      select coalesce(string_agg(${json}::text, ',' order by page.place), '') as rows from unnest(${some}::bigint[]) with ordinality page(id, place)
      join release_components c on c.id = page.id join bundle_releases r on r.id = c.release_id`
    const [text] = await runPrepared(pool, rowsQuery.compile(db))
    return text!.rows
  }
  return { ids: idPage.rows[0]!.ids, rowsOf, total: idPage.total, lastUpdateTime: idPage.lastUpdateTime }
}

/** The status of a component `c` of a release `r`, a file or an image. */
export const componentStatus = sql`case when c.missing then 'MISSING' when c.deployed_at is not null then 'DEPLOYED'
  when c.downloaded_at is not null then 'DOWNLOADED' when r.key_id is not null then 'SIGNED' else 'ASSIGNED' end`

const json = sql`json_build_object('id', c.id::text, 'bundleReleaseId', r.id::text, 'fileName', c.file_name, 'componentType', c.component_type,
  'fileStatus', ${componentStatus},
  'size', c.size, 'digest', c.digest, 'check', ${fileCheckJson('c.digest')}, 'mediaType', c.media_type, 'sbom', c.sbom, 'fileId', c.upload_id,
  'fileUrl', '/api/bundle-releases/' || r.id || '/files/' || c.id, 'downloads', c.downloads,
  'downloaded', ${isoSql('c.downloaded_at')}, 'deployed', ${isoSql('c.deployed_at')}, 'receiptSigned', c.receipt_signed)`
