import { once } from 'node:events'
import { rename, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addJob, defineJob, taskOf } from '#kit/server/job.ts'
import { type TestApp, testApp } from '#test/app.ts'
import { appDefinition } from './app.ts'
import { openPortal } from './open-portal.ts'
import { readinessOf } from './readiness.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function ready(): Promise<number> {
  return (await fetch(`${app.url}/readyz`)).status
}

test('not ready before the first start is over', async () => {
  const readiness = readinessOf(app.portal)
  expect(await readiness.check()).toBe('the first start is not over')
  readiness.started()
  expect(await readiness.check()).toBeUndefined()
})

test('/readyz is 503 while the data of the first start are made, and 200 after them', async () => {
  const port = await freePort()
  const status = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status
  const during: number[] = []
  const config = { ...app.portal.config, port, host: '127.0.0.1' }
  const running = await openPortal(config, app.databaseUrl, { ...appDefinition, features: [] }, async () => {
    during.push(await status())
  })
  try {
    expect(during).toEqual([503])
    await expect.poll(status).toBe(200)
  } finally {
    await running.close()
  }
})

test('jobs can be added while the data of the first start are made, and run once the portal is ready', async () => {
  const known = async () =>
    (
      await sql`select 1 from graphile_worker._private_tasks where identifier = 'test.after-ready'`.execute(
        app.portal.db,
      )
    ).rows.length
  const during: unknown[] = []
  const ran: string[] = []
  const task = taskOf(defineJob('test.after-ready'), { atStart: true, run: async () => void ran.push('ran') })
  const config = { ...app.portal.config, port: await freePort(), host: '127.0.0.1' }
  const features = [{ name: 'test', tasks: () => [task] }]
  const running = await openPortal(config, app.databaseUrl, { ...appDefinition, features }, async ({ db }) => {
    // A worker that runs has named its tasks.
    during.push(await known())
    await addJob(db, defineJob('test.added-early'), {}, { runAt: new Date(Date.now() + 3_600_000) })
  })
  try {
    await expect.poll(() => ran.length).toBeGreaterThan(0)
    expect(during).toEqual([0])
  } finally {
    await running.close()
  }
})

test('/readyz is 503 while the data directory cannot be written to', async () => {
  const { dataDirectory } = app.portal.config
  await expect.poll(ready).toBe(200)
  await rename(dataDirectory, `${dataDirectory}-away`)
  await writeFile(dataDirectory, 'no directory')
  await expect.poll(ready).toBe(503)
  await rename(`${dataDirectory}`, `${dataDirectory}-file`)
  await rename(`${dataDirectory}-away`, dataDirectory)
  await expect.poll(ready).toBe(200)
})

test('/readyz is 503 while the database has the schema of another version, newer or older', async () => {
  const { db } = app.portal
  await sql`insert into schema_migrations (name) values ('9000-of-tomorrow')`.execute(db)
  await expect.poll(ready).toBe(503)
  expect(await readinessFlaw()).toBe('the database was upgraded by a newer version')
  await sql`delete from schema_migrations where name = '9000-of-tomorrow'`.execute(db)
  await expect.poll(ready).toBe(200)
  const { rows } = await sql<{ name: string }>`
    delete from schema_migrations where name = (select max(name) from schema_migrations) returning name`.execute(db)
  await expect.poll(ready).toBe(503)
  expect(await readinessFlaw()).toBe('the database has the schema of an older version')
  await sql`insert into schema_migrations (name) values (${rows[0]!.name})`.execute(db)
  await expect.poll(ready).toBe(200)
})

async function readinessFlaw(): Promise<string | undefined> {
  const readiness = readinessOf(app.portal)
  readiness.started()
  return readiness.check()
}

test('/readyz is 503 while the database has no space to write', async () => {
  const name = new URL(app.databaseUrl).pathname.slice(1)
  await sql.raw(`alter database ${name} set temp_file_limit = '64kB'`).execute(app.portal.db)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${name} and pid <> pg_backend_pid() and state = 'idle'`.execute(
    app.portal.db,
  )
  await expect.poll(ready).toBe(503)
})
