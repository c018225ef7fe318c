import { sql } from 'kysely'
import { containerJson } from '#features/software/bundles/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { directionOf, limitOf } from '#kit/server/list/find-page.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type BundleComponent, UPLOAD_SHARE } from '../contract.ts'

const author = (id: string) => sql`(select p.full_name from users p where p.id = ${sql.raw(id)})`

const storedComponents = sql`
  select lower(c.file_name) as place, c.updated_at, json_build_object('id', c.id::text, 'bundleId', c.bundle_id::text, 'type', c.component_type, 'fileName', c.file_name,
    'fileUrl', '/api/box/file/upload/' || c.upload_id || '/download', 'fileId', c.upload_id, 'state', c.status, 'size', c.size, 'digest', c.digest,
    'sourceType', c.source_type, 'source', coalesce(c.source_name, u.source_url, u.source_path), 'container', ${containerJson}, 'uploadId', c.upload_id, 'uploadState', u.state,
    'progress', case c.status when 'IN_STORAGE' then 100 else 0 end, 'received', coalesce(c.size, 0),
    'error', case c.status when 'MISSING' then 'It is not in storage any more.' end, 'isFetchable', coalesce(u.source_type <> 'CLIENT_FILE', false),
    'updated', ${isoSql('c.updated_at')}, 'createdBy', ${author('c.created_by')}) as component
  from bundle_components c left join uploads u on u.id = c.upload_id`

const unfinishedUploads = sql`
  select lower(u.file_name) as place, u.updated_at, json_build_object('id', u.id, 'bundleId', u.bundle_id::text, 'type', u.component_type, 'fileName', u.file_name,
    'fileUrl', null, 'fileId', u.id, 'state', 'PENDING', 'size', u.size, 'digest', null, 'sourceType', u.source_type, 'source', coalesce(u.source_url, u.source_path),
    'container', null, 'uploadId', u.id, 'uploadState', u.state, 'progress',
    case when u.state = 'FAILED' then 100 when coalesce(u.size, 0) = 0 then 0 else
      round((${UPLOAD_SHARE}::numeric * u.received + ${100 - UPLOAD_SHARE}::numeric * u.digested) / u.size, 1) end,
    'received', u.received, 'error', u.error, 'isFetchable', u.source_type <> 'CLIENT_FILE',
    'updated', ${isoSql('u.updated_at')}, 'createdBy', ${author('u.created_by')}) as component`

/**
 * The newest upload of each name that is under way or failed, unless the bundle got the file since then. `u` is the
 * upload.
 */
export const openUploads = (bundleId: number) => sql`(
  select distinct on (lower(u.file_name)) u.* from uploads u
  where u.bundle_id = ${bundleId} and u.state <> 'DONE' and u.state <> 'CANCELLED'
    and not exists (select from bundle_components c where c.bundle_id = u.bundle_id and lower(c.file_name) = lower(u.file_name)
      and c.status = 'IN_STORAGE' and u.state = 'FAILED' and c.updated_at > u.updated_at)
  order by lower(u.file_name), u.updated_at desc) u`

/** A page of what is in a bundle and what is under way or failed, by name. */
export async function findBundleComponents(
  db: Database,
  bundleId: number,
  { page, size, descending }: { page: number; size: number; descending: boolean },
) {
  const { rows } = await sql<{ component: BundleComponent | null; count: number; newest: Date | null }>`
    with open as materialized (select * from ${openUploads(bundleId)}),
    listed as (
      ${storedComponents} where c.bundle_id = ${bundleId}
        and (c.status = 'IN_STORAGE' or not exists (select from open where lower(open.file_name) = lower(c.file_name)))
      union all ${unfinishedUploads} from open u),
    counted as (select count(*)::int as count, max(updated_at) as newest from listed)
    select component, counted.count, counted.newest from counted left join lateral
      (select place, component from listed order by place ${directionOf(descending)} ${limitOf({ page, size })}) one on true
    order by one.place ${directionOf(descending)}`.execute(db)
  const { count = 0, newest = null } = rows[0] ?? {}
  return { rows: rows.flatMap(({ component }) => component ?? []), total: { count }, lastUpdateTime: newest }
}
