import { sql } from 'kysely'
import { eventMailTexts } from '#features/messaging/announcements/server/index.ts'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { manageRegistryAccess } from '../contract.ts'
import { remindersTexts } from '../texts.ts'
import { type Expiring, expiringValues, registryPath } from './expiring-credential.ts'

/**
 * Mails the account's users who manage its credentials and get mail about releases, with the text of the bound template
 * or the usual one.
 */
export async function mailExpiring(tx: Tx, portal: Pick<AppContext, 'publicUrl'>, due: Expiring): Promise<void> {
  const { id, accountId, account, displayName, days } = due
  const baseUrl = portal.publicUrl()
  const emails = await managersOf(tx, accountId)
  const bound = { events: ['CREDENTIAL_EXPIRING'], account, baseUrl } as const
  const texts = await eventMailTexts(tx, bound, { ...expiringValues(due), 'account.name': displayName }, emails)
  for (const email of emails)
    await queueMail(tx, {
      to: email,
      ...(texts?.get(email) ?? usualText(due)),
      link: { label: remindersTexts.link, url: baseUrl + registryPath(due) },
      key: `registry credential ${id} ${days} ${email}`,
    })
}

async function managersOf(tx: Tx, accountId: number): Promise<readonly string[]> {
  const roles = manageRegistryAccess.grants.map(({ role }) => role)
  const { rows } = await sql<{ email: string }>`
    select distinct u.email from role_grants g join users u on u.id = g.user_id
    where g.account_id = ${accountId} and g.role = any(${roles}::text[]) and u.state = 'active' and not u.notification_blocking
      and 'RELEASES' = any(u.subscriptions) order by u.email`.execute(tx)
  return rows.map(({ email }) => email)
}

function usualText(due: Expiring) {
  const { name, displayName: account, daysLeft: count } = due
  const values = { name, account, day: expiringValues(due)['credential.expires'], count }
  return {
    subject: fillText(remindersTexts.subject, values).replace(/\s+/g, ' '),
    paragraphs: [
      fillText(count === 1 ? remindersTexts.text_one : remindersTexts.text_other, values),
      remindersTexts.advice,
    ],
  }
}
