import { type Doer, recordEvent } from '#kit/server/events/event.ts'
import type { Task } from '#kit/server/jobs.ts'
import type { Portal } from '#kit/server/portal.ts'
import { domainProofLost, domainProven } from '../contract.ts'
import { dnsLookUp, type LookUpTxt } from './look-up-txt.ts'
import { noteCheck, readProof } from './proof-store.ts'

/** Looks for the record of a proof and notes how it stands; nothing is held while DNS is asked. */
export async function checkProof(
  { db, log }: Pick<Portal, 'db' | 'log'>,
  lookUp: LookUpTxt,
  { accountId, domain, doer }: { accountId: number; domain: string; doer: Doer },
): Promise<void> {
  const proof = await readProof(db, accountId, domain)
  if (!proof) return
  const records = await lookUp(proof.host).catch((failure: unknown) => {
    log.warn({ err: failure, host: proof.host }, 'DNS did not answer')
    return undefined
  })
  await db.transaction().execute(async (tx) => {
    const noted = await noteCheck(tx, { accountId, domain }, records?.includes(proof.value))
    if (!noted || noted.before === noted.after) return
    const fact = { account: accountId, subject: accountId, data: { domain } }
    await recordEvent(tx, noted.after === 'PROVEN' ? domainProven : domainProofLost, doer, fact)
  })
}

/** Looks for every record each day, those not looked for the longest first. */
export function checkProofsDaily(portal: Portal): Task {
  return {
    name: 'domains.check-proofs',
    calls: 'dns',
    cron: '25 4 * * *',
    async run() {
      const lookUp = dnsLookUp(portal.config)
      const proofs = await portal.db
        .selectFrom('domain_proofs')
        .select(['account_id', 'domain'])
        .orderBy('checked_at', (order) => order.asc().nullsFirst())
        .execute()
      for (const { account_id: accountId, domain } of proofs)
        await checkProof(portal, lookUp, { accountId, domain, doer: { personName: 'daily check' } })
    },
  }
}
