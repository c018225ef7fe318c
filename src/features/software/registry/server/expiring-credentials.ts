import { sql } from 'kysely'
import type { TemplateEvent } from '#features/messaging/announcements/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { manageRegistryAccess, registryCredentialExpiring } from '../contract.ts'
import { registryPath } from '../paths.ts'
import { type Expiring, expiringValues, reminderDays } from './expiring-credential.ts'
import { notifyOfExpiring } from './notify-of-expiring.ts'

const actor = { userName: 'registry' }

/** Reminds of registry credentials that expire. */
export function remindExpiringTask(portal: AppContext): Task {
  return taskOf(defineJob('registry.expiring'), {
    cron: '7 * * * *',
    atStart: true,
    run: () => inTransaction(portal.db, (tx) => remindExpiring(tx, portal, new Date())),
  })
}

/**
 * Records and mails the reminders that are due and not sent yet: of several that are due for a credential the last one
 * alone, and none that was due before it was created. What was sent is in the row of the credential, which the update
 * locks, so two processes do not send the same one. A secret that was replaced has no reminder: the credential expires.
 */
export async function remindExpiring(
  tx: Tx,
  portal: Pick<AppContext, 'notifier' | 'publicUrl'>,
  at: Date,
): Promise<void> {
  const { rows } = await sql<Expiring>`
    with due as (
      select k.id, min(t.days) as days from registry_credentials k
        join unnest(${[...reminderDays]}::int[]) t(days) on k.expires_at <= ${at}::timestamptz + make_interval(days => t.days)
      where k.revoked_at is null and k.expires_at > ${at}::timestamptz and k.expires_at <= ${at}::timestamptz + make_interval(days => ${Math.max(...reminderDays)})
      group by k.id)
    update registry_credentials k set reminded_days = due.days from due, accounts a
    where k.id = due.id and a.id = k.account_id and a.deleted_at is null and k.revoked_at is null
      and (k.reminded_days is null or k.reminded_days > due.days) and k.expires_at - make_interval(days => due.days) > k.created_at
    returning k.id, k.account_id as "accountId", a.name as account, a.display_name as "displayName", a.time_zone as zone, k.name,
      k.expires_at as expires, due.days, ceil(extract(epoch from k.expires_at - ${at}::timestamptz) / 86400)::int as "daysLeft"`.execute(
    tx,
  )
  for (const credential of rows) {
    const { id, accountId, name, expires, days } = credential
    const data = { what: name, expires: expires.toISOString(), days }
    await recordEvent(tx, registryCredentialExpiring, actor, { account: accountId, subject: id, data })
    await notifyOfExpiring(tx, portal, credential)
  }
}

const credentialExpiring: TemplateEvent<'CREDENTIAL_EXPIRING'> = {
  event: 'CREDENTIAL_EXPIRING',
  recorded: [registryCredentialExpiring],
  readable: manageRegistryAccess,
  async factsOf({ accountId, data }, db) {
    const { rows } = await sql<{ id: number; name: string; zone: string }>`
      select id, name, time_zone as zone from accounts where id = ${accountId} and deleted_at is null`.execute(db)
    if (!rows[0]) return undefined
    const { id, name: account, zone } = rows[0]
    return {
      accounts: [account],
      link: registryPath({ account, accountId: id }),
      values: expiringValues({ name: String(data.what), expires: new Date(String(data.expires)), zone }),
    }
  },
}

/** Credentials that expire, for templates. */
export const credentialTemplateEvents: readonly TemplateEvent[] = [credentialExpiring]
