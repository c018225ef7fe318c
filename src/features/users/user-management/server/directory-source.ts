import { sql } from 'kysely'
import type { ConnectionSource } from '#features/platform/connections/server/index.ts'
import { pageTexts } from '../texts.ts'
import { type DirectoryIntegrations, directoryConnections } from './directory-connections.ts'
import { POLL_MINUTES } from './poll-directories.ts'
import { publishUserChange } from './publish-user-change.ts'
import { connectionId } from './update-directory.ts'

type Operation = keyof typeof pageTexts.directory.verb

/** External directories as connections; their settings are those of the identity provider. */
export function directorySource(
  integrations: DirectoryIntegrations,
  systems: Readonly<Record<string, string>>,
): ConnectionSource {
  return {
    port: 'directory',
    systems,
    rows: sql`select 'directory:' || p.id as id, lower(p.type) as system, p.name as label, p.management_url as address, p.enabled as is_enabled,
        d.asked_at as polled_at, '/admin/sso' as settings_path,
        case when p.enabled then date_bin(${`${POLL_MINUTES} minutes`}::interval, now(), 'epoch') + ${`${POLL_MINUTES} minutes`}::interval end as next_poll_at
      from identity_providers p left join directory_polls d on d.provider_id = p.id
      where p.management_url is not null and p.management_secret is not null`,
    async describe(db, messages) {
      const ids = messages.map(({ subject }) => Number(subject))
      const users = await db
        .selectFrom('users')
        .select(['id', 'full_name'])
        .where('id', 'in', [0, ...ids])
        .execute()
      const names = new Map(users.map(({ id, full_name }) => [String(id), full_name]))
      return messages.map(({ subject, operation }) => {
        const what = pageTexts.directory.verb[operation as Operation] ?? operation
        return `${what}: ${names.get(subject) || subject}`
      })
    },
    async test(portal, id) {
      const directory = await directoryConnections(portal, integrations)(providerOf(id), { fresh: true })
      await directory.check?.()
    },
    async messagesChanged(portal, tx, subjects) {
      for (const id of new Set(subjects)) await publishUserChange(portal, tx, { id: Number(id) })
    },
  }
}

function providerOf(id: string): string {
  return id.slice(connectionId('').length)
}
