import { sql } from 'kysely'
import { notificationsOf } from '#features/platform/notification-groups/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { defineNotification, type Notifier } from '#kit/server/notification.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { domainProofLost, domainProven } from '../contract.ts'
import { readProof, recordVerification, unansweredDays } from './proof-store.ts'
import { dnsLookUp, type LookUpTxt } from './resolve-txt.ts'

/** To those who manage the account. */
const proofUnanswered = defineNotification('domain.unanswered', {
  group: notificationsOf.integrations,
  title: 'DNS for {domain} does not respond',
  text: 'The portal could not check the verification of {domain}: DNS did not respond. After {days} days without a response the verification is lost, and addresses of the domain cannot sign up. Check the name servers of the domain.',
  open: 'Open the portal',
})

/** Reads the record of a proof from DNS and stores the result; holds no transaction during the DNS lookup. */
export async function verifyDomain(
  { db, log, notifier, settings }: Pick<AppContext, 'db' | 'log' | 'notifier' | 'settings'>,
  lookUp: LookUpTxt,
  { accountId, domain, actor }: { accountId: number; domain: string; actor: EventActor },
): Promise<void> {
  const proof = await readProof(db, accountId, domain)
  if (!proof) return
  const records = await lookUp(proof.host).catch((failure: unknown) => {
    log.warn({ err: failure, host: proof.host }, 'DNS did not respond')
    return undefined
  })
  const days = settings.valueOf(unansweredDays)
  await inTransaction(db, async (tx) => {
    const verification = await recordVerification(tx, { accountId, domain, days }, records?.includes(proof.value))
    if (verification?.firstUnanswered && verification.after === 'PROVEN')
      await warnOfSilence(tx, notifier, { accountId, domain, days })
    if (!verification || verification.before === verification.after) return
    const fact = { account: accountId, subject: accountId, data: { domain } }
    await recordEvent(tx, verification.after === 'PROVEN' ? domainProven : domainProofLost, actor, fact)
  })
}

/**
 * Notifies the account's managers and its customer-success manager that a proof will be lost unless DNS responds again.
 */
async function warnOfSilence(
  tx: Tx,
  notifier: Notifier,
  { accountId, domain, days }: { accountId: number; domain: string; days: number },
): Promise<void> {
  const { rows } = await sql<{ userId: number }>`
    select g.user_id as "userId" from role_grants g where g.account_id = ${accountId} and g.role = 'MANAGER'
    union select csm_id from accounts where id = ${accountId} and csm_id is not null`.execute(tx)
  await notifier.notify(tx, proofUnanswered, { to: rows, values: { domain, days }, link: '/' })
}

/** Checks every record daily, those checked longest ago first. */
export function checkProofsDaily(portal: AppContext): Task {
  return taskOf(defineJob('domains.check-proofs'), {
    calls: 'dns',
    cron: '25 4 * * *',
    async run() {
      const lookUp = dnsLookUp(portal.config)
      const proofs = await portal.db
        .selectFrom('domain_verifications')
        .select(['account_id', 'domain'])
        .orderBy('checked_at', (order) => order.asc().nullsFirst())
        .execute()
      for (const { account_id: accountId, domain } of proofs)
        await verifyDomain(portal, lookUp, { accountId, domain, actor: { userName: 'daily check' } })
    },
  })
}
