import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createS3Client } from '#kit/server/s3/s3-client.ts'
import { elementsOf, textOf } from '#kit/server/s3/s3-xml.ts'
import { openProduct, type Product } from '../product-process.ts'
import { buildProgram } from '../program.ts'
import { smallWorld } from '../small-world.ts'
import { tusHeaders, until } from '../software-app.ts'
import { hasSwift, type Swift, startSwift } from './swift.ts'

const rounds = Number(process.env.SOAK_ROUNDS ?? 1)
const DAY_MS = 25 * 3_600_000
/** Larger than one part of an upload. */
const LARGE = 20 * 1_048_576
const email = 'claire.fontaine@harmonic.example'

test.skipIf(!hasSwift)(
  `${rounds} rounds of kill -9 during upload, sweep and move: no byte that is referred to is lost, none is left over after a day`,
  async () => {
    const swift = await startSwift()
    const sweeper = await buildProgram(new URL('./sweep-later.program.ts', import.meta.url))
    const env = { ...s3Env(swift), DEMO: 'off' }
    const product = await openProduct(env)
    try {
      await product.query(smallWorld)
      const portal = clientOf(product)
      const bundleId = await portal.bundle()
      const kept: { id: string; digest: string }[] = []
      for (let round = 0; round < rounds; round += 1) {
        kept.push(await killedUpload(product, portal, { bundleId, fileName: `kept-${round}.bin` }))
        // The bytes that it had in the round before are referred to no more.
        const replaced = await portal.upload({ bundleId, fileName: 'replaced.bin' }, randomBytes(100_000))
        const last = [...kept.slice(-2), replaced]

        await age(product)
        await killSoon(run(product, [sweeper, String(DAY_MS)], env), 'begins')
        for (const file of last) await portal.requireWhole(file)

        const to = round % 2 === 0 ? 'disk' : 's3'
        const move = ['dist/portal/cli.js', 'files', 'move', '--remove']
        await killSoon(run(product, move, { ...env, FILE_STORE: to }), undefined)
        for (const file of last) await portal.requireWhole(file)
      }
      await until(async () => ((await jobs(product)) === 0 ? true : undefined))
      await ended(run(product, ['dist/portal/cli.js', 'files', 'move', '--remove'], { ...env, FILE_STORE: 's3' }))
      await age(product)
      await ended(run(product, [sweeper, String(DAY_MS)], env))

      for (const file of kept) await portal.requireWhole(file)
      const { rows } = await product.query('select distinct digest from stored_files order by digest')
      const wanted = rows.map(({ digest }: { digest: string }) => digest)
      const bucket = await contentOf(swift)
      expect(bucket.files).toEqual(wanted)
      expect(bucket.pieces.filter((digest) => !wanted.includes(digest))).toEqual([])
      expect(bucket.uploads).toBe(0)
      expect(await filesOnDisk(product)).toEqual([])
    } finally {
      await product.close()
      await swift.stop()
    }
  },
  300_000 * rounds,
)

function s3Env({ settings: { origin, bucket, accessKey, secretKey } }: Swift) {
  return { S3_URL: `${origin}/${bucket}/portal`, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
}

type Client = ReturnType<typeof clientOf>

function clientOf(product: Product) {
  const token = product.tokenOf(email)
  const headers = { authorization: `Bearer ${token}` }
  const call = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${product.url}${path}`, {
      method,
      headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as Record<string, unknown>
  }
  const client = {
    bundle: async () => String((await call('POST', '/api/bundles', { name: 'Killed', deploymentType: 'DOCSIS' })).id),
    async reserve(wanted: object): Promise<string> {
      const { fileId } = await call('POST', '/api/box/file/upload/reservation', wanted)
      return String(fileId)
    },
    /** Sends all bytes of an upload; then the portal saves them. */
    async send(id: string, bytes: Buffer): Promise<void> {
      const { status } = await fetch(`${product.url}/api/uploads/${id}`, {
        method: 'PATCH',
        headers: { ...headers, ...tusHeaders(0) },
        body: new Uint8Array(bytes),
      })
      expect(status).toBe(204)
    },
    saved: (id: string) =>
      until(async () => {
        const { state, error } = await call('GET', `/api/box/file/upload/${id}/status`)
        expect(error ?? null).toBeNull()
        return state === 'DONE' || undefined
      }),
    /** Uploads a file over the one of its name. */
    async upload(file: { bundleId: string; fileName: string }, bytes: Buffer) {
      const id = await client.reserve({ ...file, size: bytes.length, uploadOptions: { clobber: true } })
      await client.send(id, bytes)
      await client.saved(id)
      return { id, digest: sha256(bytes) }
    },
    async requireWhole({ id, digest }: { id: string; digest: string }): Promise<void> {
      const response = await fetch(`${product.url}/api/box/file/upload/${id}/download`, { headers })
      expect([response.status, sha256(Buffer.from(await response.arrayBuffer()))]).toEqual([200, digest])
    },
  }
  return client
}

/** An upload whose portal is killed while it goes to S3; the next one finishes it. */
async function killedUpload(product: Product, portal: Client, file: { bundleId: string; fileName: string }) {
  const bytes = randomBytes(LARGE)
  const id = await portal.reserve({ ...file, size: LARGE })
  await portal.send(id, bytes)
  await pause(randomInt(0, 400))
  product.kill()
  await product.start()
  await product.releaseJobs()
  await portal.saved(id)
  return { id, digest: sha256(bytes) }
}

/** Every row of files is two days old. */
async function age(product: Product): Promise<void> {
  await product.query(`update stored_files set created_at = created_at - interval '2 days'`)
}

async function jobs(product: Product): Promise<number> {
  const { rows } = await product.query(
    `select count(*)::int as count from graphile_worker.jobs where task_identifier like 'demo.%' or task_identifier like 'upload.%' and task_identifier <> 'uploads.sweep'`,
  )
  return rows[0].count
}

function run(product: Product, words: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, words, {
    env: { ...process.env, DATA_DIR: product.data, LOG_LEVEL: 'fatal', DEMO: 'on', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

/** Kills a process at any moment, once it has printed this; one that ends by itself has ended well. */
async function killSoon(child: ChildProcess, printed: string | undefined): Promise<void> {
  const exit = once(child, 'exit')
  if (printed) await once(child.stdout!, 'data')
  else child.stdout!.resume()
  await Promise.race([exit, pause(randomInt(0, printed ? 500 : 3_000))])
  child.kill('SIGKILL')
  const [code, signal] = await exit
  expect([code, signal]).toEqual(signal ? [null, 'SIGKILL'] : [0, null])
}

async function ended(child: ChildProcess): Promise<void> {
  child.stdout!.resume()
  expect(await once(child, 'exit')).toEqual([0, null])
}

/** What the bucket holds: digests of files and of lists of pieces, and the number of unfinished uploads in parts. */
async function contentOf({ settings }: Swift) {
  const s3 = createS3Client({ ...settings, prefix: '' })
  const keys: string[] = []
  for (let token: string | undefined = ''; token !== undefined; ) {
    const query = { 'list-type': '2', ...(token ? { 'continuation-token': token } : {}) }
    const { text }: { text: string } = await s3.call({ method: 'GET', query })
    keys.push(...elementsOf(text, 'Contents').map((listed) => textOf(listed, 'Key') ?? ''))
    token = textOf(text, 'IsTruncated') === 'true' ? textOf(text, 'NextContinuationToken') : undefined
  }
  const { text } = await s3.call({ method: 'GET', query: { uploads: '' } })
  const digestsIn = (folder: string) =>
    keys.flatMap((key) => (key.startsWith(`portal/${folder}/`) ? [key.slice(-64)] : [])).sort()
  return { files: digestsIn('files'), pieces: digestsIn('pieces'), uploads: elementsOf(text, 'Upload').length }
}

async function filesOnDisk({ data }: Product): Promise<string[]> {
  const found = await readdir(join(data, 'files'), { recursive: true, withFileTypes: true }).catch(() => [])
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
