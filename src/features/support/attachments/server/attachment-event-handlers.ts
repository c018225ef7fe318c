import { sql } from 'kysely'
import { filePassed, fileQuarantined, fileUnscannable } from '#features/platform/file-scans/contract.ts'
import { eventTypeFor } from '#features/support/case-access/server/index.ts'
import { publishCaseChange } from '#features/support/case-notifications/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { fromTo, noUser, type RecordedEvent, recordEvent } from '#kit/server/events/event.ts'
import { type EventHandler, on } from '#kit/server/events/event-handler.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { attachmentQuarantined } from '../contract.ts'

/** Malware found in a file is recorded for each case that has it; open pages are notified of any verdict. */
export function attachmentHandlers(portal: AppContext): EventHandler[] {
  const name = 'case-files-scanned'
  const notify = async (event: RecordedEvent, tx: Tx) => {
    for (const key of new Set((await casesWith(event, tx)).map((file) => file.key)))
      await publishCaseChange(portal, event, key, tx)
  }
  return [on(filePassed, name, notify), on(fileUnscannable, name, notify), on(fileQuarantined, name, recordFound)]
}

async function recordFound(event: RecordedEvent<typeof fileQuarantined>, tx: Tx): Promise<void> {
  for (const { caseId, key, accountId, internal, filename } of await casesWith(event, tx)) {
    const changes = { attachment: fromTo(null, filename), found: fromTo(null, event.data.words ?? null) }
    const fact = { account: accountId, subject: key, data: { caseId, digest: event.subjectId, changes } }
    await recordEvent(tx, eventTypeFor({ internal }, attachmentQuarantined), noUser, fact)
  }
}

type Holder = { caseId: number; key: string; accountId: number; internal: boolean; filename: string }

async function casesWith({ subjectId }: RecordedEvent, tx: Tx): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    select c.id as "caseId", c.key, c.account_id as "accountId", c.internal, f.filename
    from case_attachments f join cases c on c.id = f.case_id where f.digest = ${subjectId} order by f.id`.execute(tx)
  return rows
}
