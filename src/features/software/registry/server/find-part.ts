import { type RawBuilder, sql } from 'kysely'
import type { AppContext } from '#kit/server/portal.ts'
import { runPrepared } from '#kit/server/prepared.ts'
import type { Bearer } from './registry-token.ts'

/** A manifest or blob that may be pulled, and where a pull of it counts. */
export type PulledPart = {
  readonly digest: string
  readonly mediaType: string
  readonly kind: 'INDEX' | 'MANIFEST' | 'CONFIG' | 'LAYER'
  readonly size: number
  /** Of an account: the component of the release that has it. */
  readonly component: PulledComponent | null
}
export type PulledComponent = {
  readonly id: number
  readonly releaseId: number
  readonly bundleId: number
  readonly accountId: number
  readonly fileName: string
  readonly isSecurity: boolean
}

/** A tag, or a digest in hexadecimal. */
export type Reference = { readonly tag: string } | { readonly digest: string }

const columns = sql`p.digest, p.media_type as "mediaType", p.kind, p.size`

/**
 * The part of that digest, or the manifest of that tag, in the repository: for an account only of its delivered
 * releases, for release managers what was pushed or is in a bundle. Credential, release, hold and deletion are read by
 * the same statement, so a change of them takes effect with the next request.
 */
export async function findPart(
  { pool, db }: Pick<AppContext, 'pool' | 'db'>,
  bearer: Bearer,
  repository: string,
  reference: Reference,
): Promise<PulledPart | undefined> {
  const partQuery =
    'credential' in bearer ? ofAccount(bearer.credential, repository, reference) : ofStaff(repository, reference)
  const [row] = await runPrepared(pool, partQuery.compile(db))
  return row
}

function ofAccount(credential: number, repository: string, reference: Reference): RawBuilder<PulledPart> {
  const which =
    'tag' in reference ? sql`c.tag = ${reference.tag} and p.digest = c.image` : sql`p.digest = ${reference.digest}`
  return sql<PulledPart>`
    select ${columns}, json_build_object('id', c.id, 'releaseId', r.id, 'bundleId', r.bundle_id, 'accountId', r.account_id, 'fileName', c.file_name, 'isSecurity', r.is_security) as component
    from registry_credentials k join accounts a on a.id = k.account_id and a.deleted_at is null
      join bundle_releases r on r.account_id = k.account_id and r.status = 'DELIVERED' and r.deleted_at is null
      join bundles b on b.id = r.bundle_id and not b.downloads_withdrawn
      join release_components c on c.release_id = r.id and c.container_name = ${repository}
      join image_parts p on p.image = c.image
    where k.id = ${credential} and k.revoked_at is null and k.expires_at > now() and ${which}
    order by r.delivered_at desc, p.image = p.digest desc limit 1`
}

function ofStaff(repository: string, reference: Reference): RawBuilder<PulledPart> {
  const imagesSql = sql`select t.image, t.updated_at as at, t.tag from image_tags t where t.repository = ${repository}
    union all select c.image, c.updated_at, c.tag from bundle_components c where c.container_name = ${repository} and c.image is not null`
  if ('tag' in reference)
    return sql<PulledPart>`
      select ${columns}, null as component from (${imagesSql}) n join image_parts p on p.image = n.image and p.digest = n.image
      where n.tag = ${reference.tag} order by n.at desc limit 1`
  return sql<PulledPart>`
    select * from (
      select ${columns}, null as component from (${imagesSql}) n join image_parts p on p.image = n.image where p.digest = ${reference.digest}
      union all
      select o.digest, 'application/octet-stream', 'LAYER', f.size, null from image_blobs o join stored_files f on f.id = o.file_id
      where o.repository = ${repository} and o.digest = ${reference.digest}) one limit 1`
}
