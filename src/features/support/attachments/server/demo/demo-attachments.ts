import { sql } from 'kysely'
import { eventTypeFor } from '#features/support/case-access/server/index.ts'
import { indexCase } from '#features/support/cases/server/index.ts'
import { liftTimeLimits, type Tx } from '#kit/server/database.ts'
import { recordHistoricalEvent } from '#kit/server/events/historical-event.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { defineJob, type Task, taskOf } from '#kit/server/job.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { inTransaction } from '#kit/server/serve/transaction.ts'
import { attachmentAdded } from '../../contract.ts'
import { insertAttachment } from '../attachment-store.ts'
import { type FileContext, fileOf } from './demo-file.ts'

/** Name of the background task that the first start of a demo enqueues. */
export const DEMO_ATTACHMENTS = defineJob('demo.attachments')

/** Adds files to the demo's cases, when the portal already serves requests. */
export function demoTask(portal: AppContext): Task {
  return taskOf(DEMO_ATTACHMENTS, { run: () => makeDemoAttachments(portal) })
}

type Row = FileContext & {
  readonly caseId: number
  readonly accountId: number
  readonly internal: boolean
  readonly authorId: number
  readonly author: string
}

/** A file for each comment of the demo that mentions an attachment; not where cases have files already. */
export async function makeDemoAttachments({ db, config }: AppContext): Promise<void> {
  const store = fileStoreOf(config)
  await inTransaction(db, async (tx) => {
    await liftTimeLimits(tx)
    await sql`select pg_advisory_xact_lock(hashtextextended(${DEMO_ATTACHMENTS.name}, 0))`.execute(tx)
    const { rows } = await sql`select 1 from case_attachments limit 1`.execute(tx)
    if (rows.length > 0) return
    for (const demoContext of await sayingSo(tx)) {
      const { bytes, filename, mediaType } = await fileOf(demoContext)
      const storedFile = await store.receive([bytes], bytes.length)
      await store.keep(storedFile)
      const { digest, size } = storedFile
      const upload = { filename, mediaType, digest, size, isPicture: mediaType.startsWith('image/') }
      const { id } = await insertAttachment(tx, demoContext.caseId, { id: demoContext.authorId }, upload, config)
      await sql`update case_attachments set created_at = ${demoContext.at} where id = ${id}`.execute(tx)
      await indexCase(tx, demoContext.caseId)
      await recordHistoricalEvent(
        tx,
        eventTypeFor(demoContext, attachmentAdded),
        { id: demoContext.authorId, fullName: demoContext.author },
        {
          ...{ at: demoContext.at, account: demoContext.accountId, subject: demoContext.key },
          data: {
            caseId: demoContext.caseId,
            attachmentId: Number(id),
            digest,
            changes: { attachment: [null, filename] },
          },
        },
      )
    }
  })
}

/** The comments that the account reads and that mention an attachment. */
async function sayingSo(tx: Tx): Promise<Row[]> {
  const { rows } = await sql<Omit<Row, 'before'> & { before: { at: string; text: string }[] }>`
    select c.id as "caseId", c.key, c.subject, c.description, c.internal, c.account_id as "accountId", a.display_name as account,
      c.created_at as opened, s.created_at as at, s.body as text, u.id as "authorId", u.full_name as author,
      coalesce((select json_agg(json_build_object('at', b.created_at, 'text', b.body) order by b.id)
        from case_comments b where b.case_id = c.id and b.id < s.id), '[]') as before
    from case_comments s join cases c on c.id = s.case_id join accounts a on a.id = c.account_id join users u on u.id = s.author_id
    where s.body ilike '%attached%' order by s.created_at`.execute(tx)
  return rows.map((row) => ({ ...row, before: row.before.map(({ at, text }) => ({ at: new Date(at), text })) }))
}
