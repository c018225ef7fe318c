import { sql } from 'kysely'
import type { Tx } from '#kit/server/database.ts'
import { fileCheckJson } from '#kit/server/files/file-scans.ts'
import { findPage } from '#kit/server/list/find-page.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { ComponentFile, ComponentType, FileStatus } from '../contract.ts'
import { userJson } from './bundle-json.ts'

/** A file of a bundle as commands read it. */
export type StoredComponent = {
  readonly id: number
  readonly bundleId: number
  readonly fileName: string
  readonly status: FileStatus
  readonly uploadId: string | null
  readonly digest: string | null
  /** Null for a file. */
  readonly containerName: string | null
  readonly version: number
}

const columns = sql`c.id, c.bundle_id as "bundleId", c.file_name as "fileName", c.status, c.upload_id as "uploadId", c.digest, c.container_name as "containerName", c.version`
/** The image of a component `c` as JSON (`ContainerImage`); null for a file. */
export const containerJson = sql`case when c.component_type = 'container' then json_build_object('containerName', c.container_name, 'tag', c.tag,
  'product', c.product, 'branch', c.branch, 'productVersion', c.product_version, 'sourceImageUrl', c.source_name,
  'platforms', coalesce((select i.platforms from images i where i.digest = c.image), '{}')) end`
const json = sql`json_build_object('id', c.id::text, 'bundleId', c.bundle_id::text, 'fileName', c.file_name,
  'fileUrl', '/api/box/file/upload/' || c.upload_id || '/download', 'fileStatus', c.status, 'fileId', c.upload_id, 'size', c.size, 'digest', c.digest,
  'check', ${fileCheckJson('c.digest')}, 'mediaType', c.media_type, 'sourceType', c.source_type, 'sbom', c.sbom, 'bundleComponent', json_build_object('componentType', c.component_type),
  'container', ${containerJson},
  'created', ${isoSql('c.created_at')},
  'updated', ${isoSql('c.updated_at')}, 'createdBy', ${userJson('c.created_by')}, 'version', c.version)`

const sortable = { fileName: 'lower(c.file_name)', created: 'c.created_at', size: 'c.size', fileStatus: 'c.status' }

/** A page of the files of a bundle: their ids, and how to make JSON text of some of them. */
export async function findComponents(
  { db, pool }: Pick<AppContext, 'db' | 'pool'>,
  bundleId: number,
  query: {
    page: number
    size: number
    order: readonly { field: keyof typeof sortable; descending: boolean }[]
    componentType?: readonly ComponentType[] | undefined
    fileStatus?: readonly FileStatus[] | undefined
  },
) {
  const { page, size, componentType, fileStatus } = query
  const where = sql`c.bundle_id = ${bundleId}
    and ${componentType?.length ? sql`c.component_type = any(${componentType}::text[])` : sql`true`}
    and ${fileStatus?.length ? sql`c.status = any(${fileStatus}::text[])` : sql`true`}`
  const order = query.order.map(({ field, descending }) => sql.raw(`${sortable[field]} ${descending ? 'desc' : 'asc'}`))
  const idPage = await findPage(db, {
    page,
    size,
    rows: (limit) => sql<{ ids: string[] }>`
      select array(select c.id from bundle_components c where ${where}
        order by ${sql.join(order)}, c.id ${limit})::text[] as ids`,
    of: sql`from bundle_components c where ${where}`,
    newest: sql`c.updated_at`,
  })
  const rowsOf = async (ids: readonly string[]) => {
    const rowsQuery = sql<{ rows: string }>`
      select coalesce(string_agg(${json}::text, ',' order by page.place), '') as rows
      from unnest(${ids}::bigint[]) with ordinality page(id, place) join bundle_components c on c.id = page.id`
    const [text] = await runPrepared(pool, rowsQuery.compile(db))
    return text!.rows
  }
  return { ids: idPage.rows[0]!.ids, rowsOf, total: idPage.total, lastUpdateTime: idPage.lastUpdateTime }
}

/** One file as the response has it. */
export async function componentFile(tx: Tx, id: number): Promise<ComponentFile> {
  const { rows } = await sql<{ file: ComponentFile }>`
    select ${json} as file from bundle_components c where c.id = ${id}`.execute(tx)
  return rows[0]!.file
}

/** The file of that id, or of that name in the bundle, locked; undefined when there is none. */
export async function lockedComponent(
  tx: Tx,
  component: { readonly id: string } | { readonly bundleId: number; readonly fileName: string },
): Promise<StoredComponent | undefined> {
  if ('id' in component && !/^\d{1,15}$/.test(component.id)) return undefined
  const which =
    'id' in component
      ? sql`c.id = ${component.id}`
      : sql`c.bundle_id = ${component.bundleId} and lower(c.file_name) = lower(${component.fileName})`
  const { rows } = await sql<StoredComponent>`
    select ${columns} from bundle_components c where ${which} for update of c`.execute(tx)
  return rows[0]
}
