import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import { findJsonPage } from '#kit/server/list/find-page.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import type { FrozenImage, listReleaseImages } from '../contract.ts'
import { componentStatus } from './release-files.ts'
import { findRelease } from './stored-release.ts'

/** A page of the images of a release that the session may see, in the order of their names. */
export async function findReleaseImages(
  db: Database,
  { session, params, query: { page, size } }: RequestContext<typeof listReleaseImages>,
) {
  const { id } = await findRelease(db, session, params.id)
  return findJsonPage(db, {
    page,
    size,
    rows: sql<{ row: FrozenImage }>`
      select json_build_object('id', c.id::text, 'name', c.container_name, 'tag', c.tag, 'digest', 'sha256:' || c.digest, 'mediaType', c.media_type,
        'size', c.size, 'platforms', i.platforms, 'status', ${componentStatus}, 'downloads', c.downloads, 'downloaded', ${isoSql('c.downloaded_at')},
        'deployed', ${isoSql('c.deployed_at')}, 'receiptSigned', c.receipt_signed) as row
      from release_components c join bundle_releases r on r.id = c.release_id join images i on i.digest = c.image
      where r.id = ${id} order by lower(c.file_name), c.id`,
    of: sql`from release_components c join bundle_releases r on r.id = c.release_id where r.id = ${id} and c.image is not null`,
    newest: sql`greatest(r.updated_at, c.downloaded_at)`,
  })
}
