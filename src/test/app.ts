import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Adapter } from '#features/platform/connections/server/index.ts'
import { readConfig } from '#kit/server/config.ts'
import type { AppContext, PortalConfig } from '#kit/server/portal.ts'
import { appWith } from '#server/app.ts'
import { openPortal } from '#server/open-portal.ts'
import { testDatabase } from './database.ts'
import { inProduction } from './settings.ts'
import { watchEvents } from './watch-events.ts'
import { watchJobs } from './watch-jobs.ts'
import { watchReplies } from './watch-replies.ts'

/**
 * The product as a test starts it: with its own database and data directory, on a free port, without users and accounts
 * yet.
 */
export type TestApp = {
  readonly portal: AppContext
  readonly url: string
  readonly databaseUrl: string
  close(): Promise<void>
}

type Options = {
  readonly env?: Record<string, string>
  readonly demo?: boolean
  readonly adapters?: readonly Adapter[]
  /** The URL of a database that exists and stays: to start a second process on it, or to keep what is made. */
  readonly database?: string
  /** A template of a database and a data directory, to start on a copy of both. */
  readonly copyOf?: { readonly database: string; readonly directory: string }
}

/**
 * Starts the product for a test, without `demo` where the tests run in the settings of production, with connectors of
 * `adapters`.
 */
export async function testApp(options: Options = {}): Promise<TestApp> {
  const { copyOf } = options
  const database = options.database
    ? { url: options.database, drop: async () => undefined }
    : await testDatabase(copyOf?.database)
  const dataDirectory = await mkdtemp(join(tmpdir(), 'headend-app-'))
  if (copyOf) await cp(copyOf.directory, dataDirectory, { recursive: true })
  const definition = appWith(options.adapters ?? [])
  const misshapen: string[] = []
  const running = await openPortal(testConfig(dataDirectory, options), database.url, {
    ...definition,
    features: [
      watchReplies,
      watchEvents(misshapen),
      ...definition.features.map((feature) => watchJobs(feature, misshapen)),
    ],
  })
  return {
    portal: running.portal,
    url: running.url,
    databaseUrl: database.url,
    async close() {
      const failed = await failedHandlers(running.portal)
      await running.close()
      await database.drop()
      await rm(dataDirectory, { recursive: true, force: true })
      if (failed.length > 0) throw new Error(`event handlers failed twice:\n${failed.join('\n')}`)
      if (misshapen.length > 0)
        throw new Error(`events or jobs have other data than they declare:\n${[...new Set(misshapen)].join('\n')}`)
    },
  }
}

/** The errors of event handlers whose retry failed too: nothing that a test does makes them fail for good. */
async function failedHandlers({ pool }: AppContext): Promise<string[]> {
  const { rows } = await pool.query<{ error: string }>(
    `select last_error as error from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'events.react' and last_error is not null`,
  )
  return rows.map(({ error }) => error)
}

function testConfig(dataDirectory: string, { env = {}, demo = false }: Options): PortalConfig {
  const SMTP_URL = inject('mailServer')
  const own = { PORT: '0', LOG_LEVEL: 'fatal', DATA_DIR: dataDirectory, ...(SMTP_URL ? { SMTP_URL } : {}) }
  const read = readConfig({ ...own, ...env })
  if ('errors' in read) throw new Error(read.errors.join('\n'))
  return {
    ...read.config,
    secretKey: read.config.secretKey ?? 'a secret key for tests, 32 letters',
    demo: demo && !inProduction,
    dataDirectoryId: 'tests',
  }
}
