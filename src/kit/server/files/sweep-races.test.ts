import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openDatabase } from '../database.ts'
import { HttpProblem } from '../http-problem.ts'
import { inTransaction } from '../serve/transaction.ts'
import type { FileStore } from './file-store.ts'
import { fileStoreOf } from './file-store-of.ts'
import { deleteUnreferencedFiles, type FileConfig, rememberFile } from './stored-files.ts'

const TWO_DAYS_AGO = new Date(Date.now() - 48 * 3_600_000)
let folder: string
let config: FileConfig
let store: FileStore
let opened: ReturnType<typeof openDatabase>
let database: Awaited<ReturnType<typeof testDatabase>>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'headend-races-'))
  database = await testDatabase()
  opened = openDatabase(database.url)
  await sql`create table kept_files (id bigint generated always as identity primary key, file_id bigint not null references stored_files (id))`.execute(
    opened.db,
  )
  config = {
    dataDirectory: folder,
    fileStorage: { place: 'disk', s3: undefined, presigned: false },
    secretKey: 'a secret of the test',
    scannerUrl: undefined,
  }
  store = fileStoreOf(config)
})
afterAll(async () => {
  await opened.close()
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

test('whatever order uploads, deletions and sweeps run in, no file that is referred to is lost, and no other one stays', async () => {
  let run = 0
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.boolean(), fc.boolean(), async (scheduler, isStored, isReferred) => {
      run += 1
      const bytes = Buffer.from(`the bytes of run ${run}`)
      const digest = await keep(bytes)
      const path = join(folder, 'files', digest.slice(0, 2), digest)
      if (isStored) await refer(bytes.length, digest, isReferred)
      await sql`update stored_files set created_at = ${TWO_DAYS_AGO} where digest = ${digest}`.execute(opened.db)
      await utimes(path, TWO_DAYS_AGO, TWO_DAYS_AGO)

      // The work begins when it is its turn; it does not keep the others waiting, or a lock would stop them all.
      const step = async (work: () => Promise<unknown> = async () => undefined) => {
        await scheduler.schedule(Promise.resolve())
        await work()
      }
      const upload = async () => {
        for (let stored = false; !stored; ) {
          await step(() => keep(bytes))
          await step(async () => {
            stored = await refer(bytes.length, digest, true)
          })
        }
      }
      const remove = () =>
        step(() =>
          sql`delete from kept_files where file_id in (select id from stored_files where digest = ${digest})`.execute(
            opened.db,
          ),
        )
      const sweep = () =>
        deleteUnreferencedFiles(opened.db, {
          ...store,
          sweep: (isWanted, alone) =>
            store.sweep(
              async (digests) => {
                const wanted = await isWanted(digests)
                await step()
                return wanted
              },
              async (name, removeOne) => {
                await step()
                return alone(name, async () => {
                  await step()
                  return removeOne()
                })
              },
            ),
        })
      const all = Promise.all([upload(), sweep(), ...(isReferred ? [remove()] : []), sweep()])
      await scheduler.waitFor(all)

      const { rows } = await sql<{ kept: boolean }>`
        select exists (select from kept_files k join stored_files f on f.id = k.file_id where f.digest = ${digest}) as kept`.execute(
        opened.db,
      )
      if (rows[0]!.kept) expect(await store.sizeOf(digest)).toBe(bytes.length)
      // A day after the last reference is gone the bytes are gone too.
      await sql`delete from kept_files`.execute(opened.db)
      await sql`update stored_files set created_at = ${TWO_DAYS_AGO}`.execute(opened.db)
      await utimes(path, TWO_DAYS_AGO, TWO_DAYS_AGO).catch(() => undefined)
      await deleteUnreferencedFiles(opened.db, store)
      expect(await store.sizeOf(digest)).toBeUndefined()
    }),
    { numRuns: 40 },
  )
})

async function keep(bytes: Buffer): Promise<string> {
  const received = await store.receive([bytes], bytes.length)
  await store.keep(received)
  return received.digest
}

/** Stores the row of the bytes with a reference to it; false when they were swept meanwhile and have to be sent again. */
async function refer(size: number, digest: string, isReferred: boolean): Promise<boolean> {
  try {
    await inTransaction(opened.db, async (tx) => {
      const id = await rememberFile(tx, { digest, size }, config)
      if (isReferred) await sql`insert into kept_files (file_id) values (${id})`.execute(tx)
    })
    return true
  } catch (failure) {
    if (failure instanceof HttpProblem) return false
    throw failure
  }
}
