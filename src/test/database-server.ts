import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startPostgres } from '#kit/server/postgres/start-postgres.ts'
import { folderInMemory } from './folder-in-memory.ts'
import { openMailbox } from './mailbox.ts'
import { inProduction } from './settings.ts'
import { makeTemplate, run } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The server of this test run: an unused database of it, to create others from. */
    databaseServer: string
    /** SMTP_URL of a mail server that accepts everything; empty where mail waits in the outbox. */
    mailServer: string
    /** An empty directory of this run, for what several test files use. */
    runDirectory: string
  }
}

/**
 * Vitest's global setup: one PostgreSQL for the run, TEST_DATABASE_URL or an embedded one that is deleted at the end.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given ? { url: given, stop: async () => {} } : await throwawayServer()
  await makeTemplate(server.url)
  provide('databaseServer', server.url)
  const mailbox = inProduction ? await openMailbox() : undefined
  provide('mailServer', mailbox?.url ?? '')
  const runDirectory = await mkdtemp(join(tmpdir(), 'headend-run-'))
  provide('runDirectory', runDirectory)
  return async () => {
    mailbox?.close()
    await server.stop()
    await rm(runDirectory, { recursive: true, force: true })
  }
}

async function throwawayServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = await folderInMemory('headend-test-')
  // mkdtemp closes it to all other users, and as root the server runs as another user.
  await chmod(directory, 0o755)
  const server = await startPostgres({ directory: join(directory, 'postgres'), log: (line) => console.info(line) })
  // Its data ends with the run: a test need not wait until the disk holds a commit.
  await run(server.url, 'alter role current_user set synchronous_commit = off')
  return {
    url: server.url,
    async stop() {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
