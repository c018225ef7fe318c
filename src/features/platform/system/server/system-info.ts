import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { ConnectionPorts } from '#features/platform/connections/server/index.ts'
import { clockDifference } from '#kit/server/clock.ts'
import type { Config } from '#kit/server/config.ts'
import { environments } from '#kit/server/config-variables.ts'
import type { AppContext } from '#kit/server/portal.ts'
import type { Setting } from '#kit/server/settings/setting.ts'
import type { SystemInfo } from '../contract.ts'
import { productVersion } from './product-version.ts'
import { trackerSettings } from './tracker-settings.ts'
import { unwellConnections } from './unwell-connections.ts'

/** Which installation this is, shown beside the name of the portal. */
export const portalEnvironment: Setting<Config['portalEnvironment']> = {
  key: 'portal.environment',
  type: { kind: 'CHOICE', options: environments },
  default: 'production',
  environment: { name: 'PORTAL_ENVIRONMENT', valueIn: (config) => config.portalEnvironment },
}

const startTime = new Date(Date.now() - process.uptime() * 1000).toISOString()

/** Reads the current state of the portal: two statements and a check of the disk. */
export async function systemInfo(portal: AppContext, ports: ConnectionPorts): Promise<SystemInfo> {
  const { config, live, settings } = portal
  const { rows } = await sql<Figures>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes,
      (select count(*) from pg_stat_activity where datname = current_database()) as connections,
      (select count(*) from graphile_worker.jobs where attempts < max_attempts) as jobs,
      (select count(*) from graphile_worker.jobs where attempts >= max_attempts) as "failedJobs",
      (select count(*) from mail_outbox where state = 'WAITING' and batch_id is null)
        + (select count(*) from mail_outbox where state = 'WAITING' and batch_id is not null) as "mailWaiting", (select count(*) from mail_outbox where state = 'FAILED') as "mailFailed",
      (select count(*) from events where seq is null) as "eventsWaiting",
      (select count(*) from connection_status where last_failure_at > coalesce(last_success_at, '-infinity')) as failing,
      (select count(*) from outbox where state = 'WAITING') as "messagesWaiting", (select count(*) from outbox where state = 'FAILED') as "deadLetters",
      (select count(*) from stored_files) as files, (select coalesce(sum(size), 0)::bigint from stored_files) as "fileBytes"`.execute(
    portal.db,
  )
  const { version, bytes, connections, files, fileBytes, failing, messagesWaiting, deadLetters, ...queues } = rows[0]!
  return {
    environment: settings.valueOf(portalEnvironment),
    trackerUrl: settings.valueOf(trackerSettings[settings.valueOf(portalEnvironment)]) || null,
    trackers: environments.flatMap((environment) => {
      const url = settings.valueOf(trackerSettings[environment])
      return url ? [{ environment, url }] : []
    }),
    portalName: config.portalName,
    version: productVersion,
    started: startTime,
    node: process.version,
    demo: config.demo,
    database: {
      version,
      bytes,
      connections,
      embedded: config.databaseUrl === undefined,
      clockDifference: await clockDifference(portal.db),
    },
    live: { connections: live.stats().connections, channels: live.stats().channels },
    queues,
    connections: await unwellConnections(portal.db, ports),
    outside: { failing, messagesWaiting, deadLetters },
    storage: { files, bytes: fileBytes, free: await freeBytes(config.dataDirectory) },
    mail: { configured: config.smtpUrl !== undefined },
  }
}

type Figures = SystemInfo['queues'] &
  SystemInfo['outside'] & {
    version: string
    bytes: number
    connections: number
    files: number
    fileBytes: number
  }

async function freeBytes(directory: string): Promise<number | null> {
  const disk = await statfs(directory).catch(() => null)
  return disk && disk.bavail * disk.bsize
}
