import { sql } from 'kysely'
import { activeSigner, type Signer, SigningFailed } from '#features/platform/signing/server/index.ts'
import { liftTimeLimits, type Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { addJob, defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { slaMonthSigned } from '../../contract.ts'
import { receiptOf } from '../month-receipt.ts'
import { type MonthRef, readMonths } from '../month-source.ts'
import { signedCsv } from './signed-csv.ts'
import { signedJson } from './signed-json.ts'
import { printedMonth, slaPdfs } from './signed-pdf.ts'

const NAME = defineJob('support.sign-sla-months')
/** Revisions that are signed in one transaction. */
const BATCH = 20

type Revision = MonthRef & { readonly revision: number }

/**
 * Has the revisions of this transaction signed when it commits. One job at a time: months are closed by the thousand, and
 * the other workers are for the other jobs of the portal.
 */
export function queueSigning(tx: Tx): Promise<void> {
  return addJob(tx, NAME, {}, { key: NAME.name, queue: NAME.name })
}

/** Makes and signs the files of every revision that has none, newest months first. */
export function signMonthsTask({ db, config }: AppContext): Task {
  return taskOf(NAME, {
    cron: '12 * * * *',
    atStart: true,
    async run() {
      const failures: { revision: Revision; failure: unknown }[] = []
      for (let limit = BATCH; ; ) {
        let dueOnes: Revision[] = []
        try {
          await inTransaction(db, async (tx) => {
            dueOnes = await dueRevisions(tx, limit, failures)
            if (dueOnes.length === 0) return
            if (config.signingCommand) await liftTimeLimits(tx)
            await signRevisions(tx, dueOnes, await activeSigner(tx, config))
          })
        } catch (failure) {
          // One by one from here on: a revision that cannot be signed keeps no other from it.
          if (dueOnes.length === 0 || failure instanceof SigningFailed) throw failure
          if (dueOnes.length === 1) failures.push({ revision: dueOnes[0]!, failure })
          limit = 1
          continue
        }
        if (dueOnes.length === 0) break
      }
      if (failures.length > 0) throw failures[0]!.failure
    },
  })
}

/** Two processes at once take different ones. */
async function dueRevisions(
  tx: Tx,
  limit: number,
  failures: readonly { readonly revision: Revision }[],
): Promise<Revision[]> {
  const failedKeys = failures.map(({ revision: { accountId, month, revision } }) => `${accountId} ${month} ${revision}`)
  const { rows } = await sql<Revision>`
    select r.account_id as "accountId", r.month, r.revision from sla_revisions r
    where not exists (select from signed_sla_months g where g.account_id = r.account_id and g.month = r.month and g.revision = r.revision)
      and r.account_id || ' ' || r.month || ' ' || r.revision <> all(${failedKeys}::text[])
    order by r.month desc, r.account_id, r.revision limit ${limit} for update skip locked`.execute(tx)
  return rows
}

async function signRevisions(tx: Tx, revisions: readonly Revision[], signer: Signer): Promise<void> {
  const numbers = [...new Set(revisions.map(({ revision }) => revision))]
  const sources = await Promise.all(
    numbers.map((at) =>
      readMonths(
        tx,
        revisions.filter(({ revision }) => revision === at),
        { at },
      ),
    ),
  )
  const receipts = sources.flat().map(receiptOf)
  const pdfs = await slaPdfs(receipts.map(printedMonth))
  for (const [index, receipt] of receipts.entries()) {
    const files = { json: signedJson(receipt), csv: signedCsv(receipt), pdf: pdfs[index]! }
    const signatures: Buffer[] = []
    for (const bytes of [files.json, files.csv, files.pdf]) signatures.push(await signer.sign(bytes))
    const { accountId, yearMonth: month, revision } = receipt
    await sql`
      insert into signed_sla_months (account_id, month, revision, json, csv, pdf, json_signature, csv_signature, pdf_signature, key_id)
      values (${Number(accountId)}, ${month}, ${revision}, ${files.json}, ${files.csv}, ${files.pdf},
        ${signatures[0]}, ${signatures[1]}, ${signatures[2]}, ${signer.keyId})`.execute(tx)
    const about = { account: Number(accountId), subject: month }
    await recordEvent(tx, slaMonthSigned, noUser, { ...about, data: { revision, keyId: signer.keyId } })
  }
}
