import { sql } from 'kysely'
import { partsOfImage } from '#features/software/images/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import type { FileStore } from '#kit/server/files/file-store.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { isoSql } from '#kit/server/sql-text.ts'
import { type DockerProduct, type DockerVersion, registryProblems } from '../contract.ts'

/** Pushed images by product (first part of the repository), branch (second) and container (the rest). */
const images = sql`(
  select split_part(t.repository, '/', 1) as product, split_part(t.repository, '/', 2) as branch,
    coalesce(nullif(regexp_replace(t.repository, '^[^/]+/[^/]+/?', ''), ''), split_part(t.repository, '/', 1)) as container,
    t.repository, t.tag, t.image, t.updated_at
  from image_tags t where t.repository like '%/%') o`

/** The products with their branches, in the order of names. */
export async function findProducts(db: Database): Promise<DockerProduct[]> {
  const { rows } = await sql<DockerProduct>`
    select product, json_agg(json_build_object('name', branch, 'versions', versions) order by branch desc) as branches
    from (select product, branch, count(distinct tag)::int as versions from ${images} group by product, branch) b
    group by product order by product`.execute(db)
  return rows
}

/** The versions of a branch with their images. */
export async function findVersions(
  db: Database,
  { product, branch, host }: { product: string; branch: string; host: string },
): Promise<DockerVersion[]> {
  const { rows } = await sql<DockerVersion>`
    select o.tag, ${isoSql('max(o.updated_at)')} as updated, json_agg(json_build_object('url', ${host}::text || '/' || o.repository || ':' || o.tag, 'containerName', o.container,
      'tag', o.tag, 'digest', 'sha256:' || o.image, 'size', i.size, 'platforms', i.platforms) order by o.container) as "dockerImages",
      (select coalesce(json_agg(v.path order by v.path), '[]') from vendor_files v
        where starts_with(v.path, ${`${product}/${branch}/`}::text || o.tag || '/') and v.path like '%.iso') as "isoURLs"
    from ${images} join images i on i.digest = o.image where o.product = ${product} and o.branch = ${branch} group by o.tag`.execute(
    db,
  )
  return rows.sort((one, other) => other.tag.localeCompare(one.tag, 'en', { numeric: true }))
}

/** Whether every part of every image of the version is in storage. */
export async function checkVersion(
  db: Database,
  store: FileStore,
  { product, branch, version }: { product: string; branch: string; version: string },
) {
  const { rows } = await sql<{ container: string; image: string }>`
    select o.container, o.image from ${images} where o.product = ${product} and o.branch = ${branch} and o.tag = ${version} order by o.container`.execute(
    db,
  )
  if (rows.length === 0) throwProblem(registryProblems['image-not-found'], { name: `${product}/${branch}:${version}` })
  const missing: { containerName: string; digest: string }[] = []
  for (const { container, image } of rows) {
    for (const { digest, size } of await partsOfImage(db, image)) {
      if ((await store.sizeOf(digest)) === size) continue
      missing.push({ containerName: container, digest: `sha256:${digest}` })
      break
    }
  }
  return { isComplete: missing.length === 0, images: rows.length, missing, checked: new Date().toISOString() }
}
