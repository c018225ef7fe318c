import type { DemoUsers } from '#features/users/demo-users/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { recordHistoricalEvent } from '#kit/server/events/historical-event.ts'
import { domainForbidden } from '../contract.ts'

/** Anyone gets an address here for ten minutes. */
const forbiddenDomains = ['10minutemail.com', 'guerrillamail.com', 'mailinator.com', '*.temp-mail.org', 'yopmail.com']

/** The domains that an administrator of the demo forbade. */
export async function makeDemoDomains(tx: Tx, { admin }: DemoUsers): Promise<void> {
  const at = new Date(Date.now() - 90 * 86_400_000)
  await tx
    .insertInto('forbidden_domains')
    .values(forbiddenDomains.map((domain) => ({ domain, added_by: admin.id, created_at: at })))
    .execute()
  for (const domain of forbiddenDomains)
    await recordHistoricalEvent(tx, domainForbidden, admin, { at, subject: domain })
}
