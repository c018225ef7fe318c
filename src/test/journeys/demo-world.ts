import { cp } from 'node:fs/promises'
import { expect, inject, vi } from 'vitest'
import { makeDemoCertificates } from '#features/infrastructure/certificates/server/index.ts'
import { makeDemoSoftware } from '#features/software/releases/server/index.ts'
import { makeDemoRollout } from '#features/software/rollouts/server/index.ts'
import { makeDemoAttachments } from '#features/support/attachments/server/index.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { seedDemoData } from '#server/demo-data.ts'
import { testApp } from '../app.ts'
import { onceARun } from '../once-a-run.ts'
import { databaseUrl, demoTemplate, run, template } from '../template.ts'

/**
 * The demo world with all its events handled, as a template of a database and a data directory. The first journey of a
 * run makes it: making it takes longer than most journeys.
 */
export async function demoWorld(): Promise<{ readonly database: string; readonly directory: string }> {
  return { database: demoTemplate, directory: await onceARun('demo', makeDemoWorld) }
}

async function makeDemoWorld(directory: string): Promise<void> {
  const server = inject('databaseServer')
  const unfinished = `${demoTemplate}_unfinished`
  await run(server, `drop database if exists ${unfinished} with (force)`)
  await run(server, `create database ${unfinished} template ${template}`)
  const app = await testApp({ demo: true, database: databaseUrl(server, unfinished) })
  try {
    const { portal } = app
    await seedDemoData(portal.db, portal.config)
    await makeDemoSoftware(portal)
    await makeDemoRollout(portal.db)
    await makeDemoAttachments(portal)
    await makeDemoCertificates(portal)
    await vi.waitFor(async () => expect(await unhandled(portal)).toBe(0), { timeout: 400_000, interval: 500 })
    await cp(portal.config.dataDirectory, directory, { recursive: true })
  } finally {
    await app.close()
  }
  await run(server, `alter database ${unfinished} rename to ${demoTemplate}`)
}

/** Events that wait for their handlers. */
async function unhandled({ pool }: AppContext): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select (select count(*) from events where seq is null)::int + (select count(*) from graphile_worker._private_jobs j
       join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'events.react')::int as count`,
  )
  return rows[0]!.count
}
