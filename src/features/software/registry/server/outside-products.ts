import { sql } from 'kysely'
import { rejectTest } from '#features/platform/connections/server/index.ts'
import { ImageFlaw } from '#features/software/images/server/index.ts'
import { type ImageSource, openImageSource } from '#features/software/uploads/server/index.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { createSemaphore } from '#kit/server/semaphore.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { type DockerProduct, type DockerVersion, registryProblems } from '../contract.ts'
import { readOutsideImage } from './outside-images.ts'

/** Repositories or images that are read at once. */
const AT_ONCE = 8

type Branch = { readonly product: string; readonly branch: string }

/** Reads from the connected registry; 404 when there is none, else its failure as a problem. */
export async function withRegistry<Result>(
  portal: AppContext,
  read: (source: ImageSource) => Promise<Result>,
): Promise<Result> {
  try {
    const source = await openImageSource(portal)
    return await read(source ?? throwProblem(registryProblems['registry-not-connected']))
  } catch (failure) {
    if (failure instanceof IntegrationError) rejectTest(failure)
    if (failure instanceof ImageFlaw) rejectTest({ message: failure.message, fault: 'internal' })
    throw failure
  }
}

/** The products of the connected registry with their branches, in the order of names. */
export async function findOutsideProducts(db: Database, source: ImageSource): Promise<DockerProduct[]> {
  const products = new Map<string, Map<string, Set<string>>>()
  const repositories = await vendorRepositories(db, source)
  await each(repositories, async (repository) => {
    const [product = '', branch = ''] = repository.split('/')
    const branches = products.get(product) ?? new Map<string, Set<string>>()
    products.set(product, branches)
    const versions = branches.get(branch) ?? new Set()
    branches.set(branch, versions)
    for (const tag of await source.tags(repository)) versions.add(tag)
  })
  return [...products].sort(byName).map(([product, branches]) => ({
    product,
    branches: [...branches]
      .sort(byName)
      .reverse()
      .map(([name, { size }]) => ({ name, versions: size })),
  }))
}

/** The repositories of products, without those that releases were copied into for accounts. */
async function vendorRepositories(db: Database, source: ImageSource): Promise<string[]> {
  const names = (await source.repositories()).filter((name) => name.includes('/'))
  const copies = names.filter((name) => /\/\d+$/.test(name))
  const first = (name: string) => name.slice(0, name.indexOf('/'))
  const { rows } = await sql<{ name: string }>`
    select name from accounts where name = any(${[...new Set(copies.map(first))]}::text[])`.execute(db)
  const accounts = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !copies.includes(name) || !accounts.has(first(name)))
}

/** The versions of a branch of the connected registry with their images, the highest first. */
export async function findOutsideVersions(
  db: Database,
  source: ImageSource,
  { product, branch }: Branch,
): Promise<DockerVersion[]> {
  const versions = new Map<string, DockerVersion['dockerImages']>()
  const builtAtByVersion = new Map<string, string>()
  await eachTag(source, { product, branch }, async (repository, tag) => {
    const { digest, size, platforms, built: at } = await readOutsideImage(source, repository, tag)
    const image = { url: `${source.host}/${repository}:${tag}`, containerName: containerOf(repository), tag }
    const images = versions.get(tag) ?? []
    versions.set(tag, [...images, { ...image, digest: `sha256:${digest}`, size, platforms: [...platforms] }])
    if (at !== null && at > (builtAtByVersion.get(tag) ?? '')) builtAtByVersion.set(tag, at)
  })
  const { rows } = await sql<{ path: string }>`
    select path from vendor_files where starts_with(path, ${`${product}/${branch}/`}::text) and path like '%.iso' order by path`.execute(
    db,
  )
  return [...versions]
    .sort(([one], [other]) => other.localeCompare(one, 'en', { numeric: true }))
    .map(([tag, images]) => ({
      tag,
      updated: builtAtByVersion.get(tag) ?? null,
      dockerImages: images.sort((one, other) => (one.containerName < other.containerName ? -1 : 1)),
      isoURLs: rows.flatMap(({ path }) => (path.startsWith(`${product}/${branch}/${tag}/`) ? path : [])),
    }))
}

/** Whether the connected registry has every manifest and blob of the images of the version. */
export async function checkOutsideVersion(
  source: ImageSource,
  { product, branch, version }: Branch & { readonly version: string },
) {
  const missing: { containerName: string; digest: string }[] = []
  let images = 0
  await eachTag(source, { product, branch }, async (repository, tag) => {
    if (tag !== version) return
    images += 1
    const { blobs } = await readOutsideImage(source, repository, tag)
    for (const { digest, size } of blobs) {
      if (await source.hasBlob(repository, digest.slice(7), size)) continue
      missing.push({ containerName: containerOf(repository), digest })
      break
    }
  })
  if (images === 0) throwProblem(registryProblems['image-not-found'], { name: `${product}/${branch}:${version}` })
  return { isComplete: missing.length === 0, images, missing, checked: new Date().toISOString() }
}

async function eachTag(
  source: ImageSource,
  { product, branch }: Branch,
  visit: (repository: string, tag: string) => Promise<void>,
): Promise<void> {
  const place = `${product}/${branch}`
  const all = await source.repositories()
  const repositories = all.filter((name) => name === place || name.startsWith(`${place}/`))
  for (const repository of repositories) await each(await source.tags(repository), (tag) => visit(repository, tag))
}

async function each<Item>(items: readonly Item[], visit: (item: Item) => Promise<void>): Promise<void> {
  const semaphore = createSemaphore(AT_ONCE)
  await Promise.all(
    items.map(async (item) => {
      const leave = await semaphore.take()
      await visit(item).finally(leave)
    }),
  )
}

/** The rest of the repository after product and branch; of a repository without one, the product. */
function containerOf(repository: string): string {
  const [product = '', , ...rest] = repository.split('/')
  return rest.length === 0 ? product : rest.join('/')
}

function byName([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0
}
