import { sql } from 'kysely'
import type { Database } from '#kit/server/database.ts'
import type { Bearer } from './registry-token.ts'

/** A part of a list in the order of names: those after `last`, at most `n`. */
export type Slice = { readonly last: string; readonly n: number }

/** Repositories and tags that the bearer may pull: `container_name`, `tag`. */
function pullable(bearer: Bearer) {
  if ('user' in bearer)
    return sql`(select t.repository as name, t.tag from image_tags t
      union select c.container_name, c.tag from bundle_components c where c.image is not null) one`
  return sql`(select c.container_name as name, c.tag from registry_credentials k
    join bundle_releases r on r.account_id = k.account_id and r.status = 'DELIVERED' and r.deleted_at is null
    join bundles b on b.id = r.bundle_id and not b.downloads_withdrawn
    join release_components c on c.release_id = r.id and c.image is not null
    where k.id = ${bearer.credential} and k.revoked_at is null and k.expires_at > now()) one`
}

/** The names of the repositories. */
export async function findRepositories(db: Database, bearer: Bearer, { last, n }: Slice): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct name collate "C" as name from ${pullable(bearer)} where name collate "C" > ${last} order by 1 limit ${n}`.execute(
    db,
  )
  return rows.map(({ name }) => name)
}

/** The tags of a repository. */
export async function findTags(
  db: Database,
  bearer: Bearer,
  repository: string,
  { last, n }: Slice,
): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    select distinct tag collate "C" as tag from ${pullable(bearer)} where name = ${repository} and tag collate "C" > ${last} order by 1 limit ${n}`.execute(
    db,
  )
  return rows.map(({ tag }) => tag)
}
