import { sql } from 'kysely'
import { fillText } from '#kit/contract/problem.ts'
import type { Tx } from '#kit/server/database.ts'
import { type EventActor, recordEvent } from '#kit/server/events/event.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import { queueMail } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { domainProofLost, domainProven } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import { readProof, recordVerification, unansweredDays } from './proof-store.ts'
import { dnsLookUp, type LookUpTxt } from './resolve-txt.ts'

/** Reads the record of a proof from DNS and stores the result; holds no transaction during the DNS lookup. */
export async function verifyDomain(
  { db, log, publicUrl, settings }: Pick<AppContext, 'db' | 'log' | 'publicUrl' | 'settings'>,
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
    const noted = await recordVerification(tx, { accountId, domain, days }, records?.includes(proof.value))
    if (noted?.firstUnanswered && noted.after === 'PROVEN')
      await warnOfSilence(tx, publicUrl(), { accountId, domain, days })
    if (!noted || noted.before === noted.after) return
    const fact = { account: accountId, subject: accountId, data: { domain } }
    await recordEvent(tx, noted.after === 'PROVEN' ? domainProven : domainProofLost, actor, fact)
  })
}

/**
 * Notifies the account's managers and its customer-success manager that a proof will be lost unless DNS responds again.
 */
async function warnOfSilence(
  tx: Tx,
  home: string,
  { accountId, domain, days }: { accountId: number; domain: string; days: number },
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select distinct u.email from users u where u.state = 'active' and not u.notification_blocking and (
      u.id in (select g.user_id from role_grants g where g.account_id = ${accountId} and g.role = 'MANAGER')
      or u.id = (select csm_id from accounts where id = ${accountId}))`.execute(tx)
  const words = { domain, days }
  for (const { email } of rows)
    await queueMail(tx, {
      to: email,
      subject: fillText(pageTexts.unanswered.subject, words),
      paragraphs: [fillText(pageTexts.unanswered.text, words)],
      link: { label: pageTexts.unanswered.link, url: home },
    })
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
