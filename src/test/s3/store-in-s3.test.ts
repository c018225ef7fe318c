import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { releaseFileDownloaded } from '#features/software/uploads/contract.ts'
import { fileStoreOf, openPlaces } from '#kit/server/files/file-store-of.ts'
import { deleteUnreferencedFiles } from '#kit/server/files/stored-files.ts'
import { StartupError } from '#kit/server/startup-error.ts'
import { moveFiles } from '#server/move-files.ts'
import { requireFileStore } from '#server/require-file-store.ts'
import { testApp } from '../app.ts'
import { type SoftwareDesk, softwareApp } from '../software-app.ts'
import { hasSwift, type Swift, startSwift } from './swift.ts'

describe.skipIf(!hasSwift)('a portal with its files in S3', () => {
  let swift: Swift
  let desk: SoftwareDesk
  let env: Record<string, string>
  beforeAll(async () => {
    swift = await startSwift()
    const { origin, bucket, accessKey, secretKey } = swift.settings
    env = { S3_URL: `${origin}/${bucket}/portal`, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey }
    desk = await softwareApp({ env })
  }, 120_000)
  afterAll(async () => {
    await desk?.close()
    await swift?.stop()
  })
  const download = (id: string, headers: Record<string, string> = {}) =>
    fetch(`${desk.url}/api/box/file/upload/${id}/download`, {
      redirect: 'manual',
      headers: { ...desk.users.uma.headers, ...headers },
    })
  const downloads = async () =>
    (await sql<{ count: number }>`select count(*)::int as count from downloads`.execute(desk.portal.db)).rows[0]!.count

  test('a file goes up, is delivered, and comes back whole and in part', async () => {
    const bytes = randomBytes(2_500_000)
    const bundleId = await desk.bundle()
    const id = await desk.upload(bundleId, 'image.bin', bytes)
    const { here, other } = openPlaces(desk.portal.config)
    expect([await here.sizeOf(sha256(bytes)), await other!.sizeOf(sha256(bytes))]).toEqual([bytes.length, undefined])
    expect((await desk.deliver(await desk.release(bundleId))).status).toBe('DELIVERED')
    const whole = await download(id)
    expect(sha256(Buffer.from(await whole.arrayBuffer()))).toBe(sha256(bytes))
    const part = await download(id, { range: 'bytes=1048570-1048585' })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_048_570, 1_048_586))).toBe(true)
    expect(await deleteUnreferencedFiles(desk.portal.db, fileStoreOf(desk.portal.config))).toBe(0)
  })

  test('with presigned downloads S3 sends the bytes; they are counted and audited all the same', async () => {
    const bytes = randomBytes(1_000)
    const bundleId = await desk.bundle()
    const id = await desk.upload(bundleId, 'näme "x".bin', bytes)
    await desk.deliver(await desk.release(bundleId))
    const second = await testApp({ database: desk.app.databaseUrl, env: { ...env, S3_DOWNLOADS: 'presigned' } })
    try {
      const count = await downloads()
      const response = await fetch(`${second.url}/api/box/file/upload/${id}/download`, {
        redirect: 'manual',
        headers: desk.users.uma.headers,
      })
      expect([response.status, response.headers.get('cache-control')]).toEqual([307, 'no-store'])
      const given = await fetch(response.headers.get('location')!, { headers: { range: 'bytes=0-99' } })
      expect(given.headers.get('content-disposition')).toContain("filename*=UTF-8''n%C3%A4me%20%22x%22.bin")
      expect(Buffer.from(await given.arrayBuffer()).equals(bytes.subarray(0, 100))).toBe(true)
      expect(await downloads()).toBe(count + 1)
      const { rows } = await sql<{ what: string }>`
        select data->>'what' as what from events where name = ${releaseFileDownloaded.name} order by id desc limit 1`.execute(
        desk.portal.db,
      )
      expect(rows[0]?.what).toBe('näme "x".bin')
    } finally {
      await second.close()
    }
  })

  test('files move to the disk and back while the portal serves them; interrupted moves go on', async () => {
    const bytes = randomBytes(1_500_000)
    const bundleId = await desk.bundle()
    const id = await desk.upload(bundleId, 'moved.bin', bytes)
    await desk.deliver(await desk.release(bundleId))
    const { db, config } = desk.portal
    const onDisk = { ...config, fileStorage: { ...config.fileStorage, place: 'disk' as const } }
    let stopped = false
    const reading = (async () => {
      let read = 0
      for (; !stopped; read += 1) {
        const response = await download(id)
        expect(sha256(Buffer.from(await response.arrayBuffer()))).toBe(sha256(bytes))
      }
      return read
    })()
    const first = await moveFiles(db, onDisk, { remove: true })
    expect(first).toMatchObject({ failed: [], present: 0 })
    expect(first.removed).toBe(first.copied)
    expect(await openPlaces(config).here.sizeOf(sha256(bytes))).toBeUndefined()
    const back = await moveFiles(db, config, { remove: false })
    expect(back).toMatchObject({ copied: first.copied, removed: 0, failed: [] })
    expect(await moveFiles(db, config, { remove: true })).toMatchObject({ copied: 0, removed: back.copied })
    stopped = true
    expect(await reading).toBeGreaterThan(0)
    expect(await openPlaces(config).other!.sizeOf(sha256(bytes))).toBeUndefined()
  })

  test('a wrong secret, key, region or bucket rejects the start in one line that has no secret', async () => {
    const start = (change: object) =>
      requireFileStore({ fileStorage: { place: 's3', presigned: false, s3: { ...swift.settings, ...change } } })
    await start({})
    await expect(start({ secretKey: 'not the secret' })).rejects.toThrow(
      new StartupError(`S3_SECRET_KEY is not accepted by ${swift.settings.origin}/headend: SignatureDoesNotMatch`),
    )
    await expect(start({ bucket: 'elsewhere' })).rejects.toThrow('S3_URL is not accepted')
    await expect(start({ accessKey: 'test:other' })).rejects.toThrow(/^S3_SECRET_KEY is not accepted by/)
    await expect(start({ region: 'moon-1' })).rejects.toThrow(/^S3_REGION is not accepted by/)
  })
})

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
