import { sql } from 'kysely'
import type { TemplateEvent } from '#features/messaging/announcements/server/index.ts'
import { dayText } from '#features/messaging/templates/contract.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import type { Task } from '#kit/server/jobs.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { manageRegistryAccess, registryCredentialExpiring } from '../contract.ts'

const actor = { userName: 'registry' }

/** Records, once each, the credentials that expire within 14 days. */
export function noticeExpiringTask({ db }: AppContext): Task {
  return {
    name: 'registry.expiring',
    cron: '7 * * * *',
    atStart: true,
    run: () =>
      inTransaction(db, async (tx) => {
        const { rows } = await sql<{ id: number; accountId: number; name: string; expires: Date }>`
          update registry_credentials set expiry_noticed_at = now()
          where revoked_at is null and expiry_noticed_at is null and expires_at > now() and expires_at < now() + interval '14 days'
          returning id, account_id as "accountId", name, expires_at as expires`.execute(tx)
        for (const { id, accountId, name, expires } of rows) {
          const data = { what: name, expires: expires.toISOString() }
          await recordEvent(tx, registryCredentialExpiring, actor, { account: accountId, subject: id, data })
        }
      }),
  }
}

const credentialExpiring: TemplateEvent<'CREDENTIAL_EXPIRING'> = {
  event: 'CREDENTIAL_EXPIRING',
  recorded: [registryCredentialExpiring],
  readable: manageRegistryAccess,
  async factsOf({ accountId, data }, db) {
    const { rows } = await sql<{ name: string; zone: string }>`
      select name, time_zone as zone from accounts where id = ${accountId} and deleted_at is null`.execute(db)
    if (!rows[0]) return undefined
    const { name, zone } = rows[0]
    return {
      accounts: [name],
      link: `/${name}/${accountId}/software/registry`,
      values: {
        'credential.name': String(data.what),
        'credential.expires': dayText(Date.parse(String(data.expires)), zone),
      },
    }
  },
}

/** Credentials that expire, for templates. */
export const credentialTemplateEvents: readonly TemplateEvent[] = [credentialExpiring]
