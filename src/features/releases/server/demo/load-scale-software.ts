import { createHash, type KeyObject } from 'node:crypto'
import type pg from 'pg'
import { copyRows, type Value } from '#kit/server/load/copy-rows.ts'
import { flatMap, map } from '#kit/server/load/each.ts'
import { nextId } from '#kit/server/load/next-id.ts'
import { type Seeded, seeded } from '#kit/server/load/seeded.ts'
import { signPayload } from '../signing/dsse.ts'
import { type FrozenComponent, manifestOf, statementOf } from '../signing/manifest.ts'

/** What the software of a demo world of size is made from. */
export type ScaleSoftware = {
  readonly bundles: number
  readonly releases: number
  readonly accounts: readonly { readonly id: number; readonly name: string }[]
  readonly maker: Person
  readonly approver: Person
  readonly key: { readonly id: string; readonly privateKey: KeyObject }
  /** Real files in the store, by the ending of the names that bundles give them. */
  readonly files: readonly ScaleFile[]
}

/** A file in the store. */
export type ScaleFile = {
  readonly fileId: number
  readonly kind: 'product' | 'document'
  readonly ending: string
  readonly digest: string
  readonly size: number
}

type Person = { readonly id: number; readonly fullName: string }

/** Tables that `loadScaleSoftware` fills. */
export const scaleSoftwareTables = [
  'uploads',
  'bundles',
  'bundle_components',
  'bundle_releases',
  'release_components',
] as const

const DAY = 86_400_000
const YEARS = 4 * 365 * DAY
const lines = [
  { name: 'cOS-CN-DOCSIS', type: 'CN-DOCSIS', major: 3 },
  { name: 'cOS-DOCSIS', type: 'DOCSIS', major: 1 },
  { name: 'cOS-CN-PON', type: 'CN-PON', major: 2 },
  { name: 'RPD firmware', type: 'CN-DOCSIS', major: 9 },
]

/**
 * Loads so many bundles and releases of four years, the oldest first, the same ones each time: real files, frozen manifests,
 * real signatures of the key that signs now. Of the newest releases some wait for their approval. No events.
 */
export async function loadScaleSoftware(client: pg.ClientBase, made: ScaleSoftware): Promise<void> {
  const firstBundle = await nextId(client, 'bundles')
  const firstRelease = await nextId(client, 'bundle_releases')
  const bundles = inventBundles(made, firstBundle)
  const parts = () => flatMap(bundles, (bundle) => componentsOf(bundle, made))
  await copyRows(
    client,
    'bundles',
    ['id', 'name', 'parent_id', 'deployment_type', 'status', 'reason', 'created_by', 'created_at', 'updated_at'],
    map(bundles, (bundle) => bundleRow(bundle, made)),
  )
  await copyRows(
    client,
    'uploads',
    [
      'id',
      'bundle_id',
      'component_type',
      'file_name',
      'source_type',
      'size',
      'state',
      'received',
      'digested',
      'digest',
      'created_by',
      'created_at',
      'updated_at',
    ],
    map(parts(), ({ bundle, uploadId, componentType, fileName, size, digest }): Value[] => [
      uploadId,
      bundle.id,
      componentType,
      fileName,
      'CLIENT_FILE',
      size,
      'DONE',
      size,
      size,
      digest,
      made.maker.id,
      bundle.created,
      bundle.created,
    ]),
  )
  await copyRows(
    client,
    'bundle_components',
    [
      'bundle_id',
      'component_type',
      'file_name',
      'status',
      'upload_id',
      'file_id',
      'digest',
      'size',
      'media_type',
      'source_type',
      'created_by',
      'created_at',
      'updated_at',
    ],
    map(parts(), ({ bundle, uploadId, fileId, componentType, fileName, size, digest, mediaType }): Value[] => [
      bundle.id,
      componentType,
      fileName,
      'IN_STORAGE',
      uploadId,
      fileId,
      digest,
      size,
      mediaType,
      'CLIENT_FILE',
      made.maker.id,
      bundle.created,
      bundle.created,
    ]),
  )
  const releases = () => inventReleases(made, bundles, firstRelease)
  await copyRows(
    client,
    'bundle_releases',
    releaseColumns,
    map(releases(), (release) => releaseRow(release, made)),
  )
  await copyRows(
    client,
    'release_components',
    [
      'release_id',
      'component_type',
      'file_name',
      'upload_id',
      'file_id',
      'digest',
      'size',
      'media_type',
      'downloads',
      'downloaded_at',
    ],
    flatMap(releases(), ({ id, bundle, delivered }) =>
      componentsOf(bundle, made).map(
        ({ componentType, fileName, uploadId, fileId, digest, size, mediaType }): Value[] => {
          const downloads = delivered ? (id + fileId) % 4 : 0
          const at =
            downloads > 0 && delivered ? new Date(Math.min(delivered.getTime() + downloads * DAY, Date.now())) : null
          return [id, componentType, fileName, uploadId, fileId, digest, size, mediaType, downloads, at]
        },
      ),
    ),
  )
  await client.query(`select setval(pg_get_serial_sequence('bundles', 'id'), (select max(id) from bundles)),
    setval(pg_get_serial_sequence('bundle_releases', 'id'), (select max(id) from bundle_releases))`)
}

type Bundle = {
  readonly id: number
  readonly name: string
  readonly version: string
  readonly line: (typeof lines)[number]
  readonly parentId: number | null
  readonly created: Date
  /** How many of the files it has. */
  readonly parts: number
}

function inventBundles({ bundles: count, files }: ScaleSoftware, firstId: number): Bundle[] {
  const random = seeded(4)
  const now = Date.now()
  const minors = lines.map(() => ({ minor: 0, patch: 0, parent: null as number | null }))
  return Array.from({ length: count }, (_, place): Bundle => {
    const which = random.below(lines.length)
    const line = lines[which]!
    const state = minors[which]!
    const isPatch = state.parent !== null && random.chance(0.6)
    state.minor += isPatch ? 0 : 1
    state.patch = isPatch ? state.patch + 1 : 0
    const id = firstId + place
    const version = `${line.major}.${state.minor}.${state.patch}`
    const parentId = isPatch ? state.parent : null
    if (!isPatch) state.parent = id
    const created = new Date(now - Math.round(YEARS * (1 - place / count)))
    return {
      id,
      name: `${line.name} ${version}`,
      version,
      line,
      parentId,
      created,
      parts: 2 + random.below(files.length - 1),
    }
  })
}

function bundleRow({ id, name, parentId, line, created }: Bundle, { maker }: ScaleSoftware): Value[] {
  const old = Date.now() - created.getTime() > YEARS / 2
  const status = old && id % 3 > 0 ? 'END_OF_LIFE' : id % 97 === 0 ? 'ON_HOLD' : 'ACTIVE'
  const reason =
    status === 'END_OF_LIFE'
      ? 'Two newer lines are supported.'
      : status === 'ON_HOLD'
        ? 'A fault was seen in the lab.'
        : null
  return [id, name, parentId, line.type, status, reason, maker.id, created, created]
}

type Component = FrozenComponent & { readonly bundle: Bundle; readonly uploadId: string; readonly fileId: number }

function componentsOf(bundle: Bundle, { files }: ScaleSoftware): Component[] {
  const stem = bundle.line.name.toLowerCase().replaceAll(' ', '-')
  return files.slice(0, bundle.parts).map(({ fileId, kind, ending, digest, size }, place) => ({
    bundle,
    fileId,
    digest,
    size,
    uploadId: uuidOf(`bundle ${bundle.id} file ${place}`),
    fileName: `${stem}-${bundle.version}${ending}`,
    componentType: kind,
    mediaType: 'application/octet-stream',
  }))
}

type Release = {
  readonly id: number
  readonly bundle: Bundle
  readonly account: { readonly id: number; readonly name: string }
  readonly created: Date
  readonly delivered: Date | null
}

function* inventReleases(made: ScaleSoftware, bundles: readonly Bundle[], firstId: number): Iterable<Release> {
  const random = seeded(5)
  const now = Date.now()
  for (let place = 0; place < made.releases; place += 1) {
    const created = now - Math.round(YEARS * 0.98 * (1 - (place + random.share()) / made.releases))
    const waits = now - created < 20 * DAY && random.chance(0.3)
    const delivered = new Date(Math.min(now, created + (10 + random.below(4000)) * 60_000))
    const account = random.pick(made.accounts)
    yield {
      id: firstId + place,
      bundle: bundleBefore(random, bundles, created),
      account,
      created: new Date(created),
      delivered: waits ? null : delivered,
    }
  }
}

/** One of the bundles that were new at the time. */
function bundleBefore(random: Seeded, bundles: readonly Bundle[], at: number): Bundle {
  const share = (at - (Date.now() - YEARS)) / YEARS
  const newest = Math.max(1, Math.min(bundles.length, Math.floor(share * bundles.length)))
  return bundles[Math.max(0, newest - 1 - random.below(Math.min(newest, 200)))]!
}

const releaseColumns = [
  'id',
  'bundle_id',
  'account_id',
  'name',
  'status',
  'component_count',
  'size',
  'manifest',
  'approved_by',
  'approved_at',
  'statement',
  'signature',
  'key_id',
  'delivered_at',
  'created_by',
  'created_at',
  'updated_at',
]

function releaseRow({ id, bundle, account, created, delivered }: Release, made: ScaleSoftware): Value[] {
  const { maker, approver, key } = made
  const components = componentsOf(bundle, made)
  const facts = {
    release: { id: String(id), name: bundle.name, created: created.toISOString(), createdBy: maker.fullName },
    bundle: { id: String(bundle.id), name: bundle.name, deploymentType: bundle.line.type },
    account: account.name,
    components,
  }
  const manifest = manifestOf(facts)
  const size = components.reduce((sum, component) => sum + component.size, 0)
  const shared: Value[] = [
    id,
    bundle.id,
    account.id,
    bundle.name,
    delivered ? 'DELIVERED' : 'RELEASED',
    components.length,
    size,
    bytea(manifest),
  ]
  if (!delivered) return [...shared, null, null, null, null, null, null, maker.id, created, created]
  const at = delivered.toISOString()
  const statement = statementOf(
    manifest,
    facts,
    { approvedBy: approver.fullName, approvedAt: at, signedAt: at },
    key.id,
  )
  const signature = signPayload(statement, key.privateKey)
  return [
    ...shared,
    approver.id,
    delivered,
    bytea(statement),
    bytea(signature),
    key.id,
    delivered,
    maker.id,
    created,
    delivered,
  ]
}

function bytea(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`
}

/** A UUID that follows from a name (version 8, RFC 9562). */
function uuidOf(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
