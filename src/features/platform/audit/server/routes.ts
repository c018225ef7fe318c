import { normaliseEmail } from '#kit/contract/email-address.ts'
import { readSort } from '#kit/contract/hal.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { type AuditEntry, auditProblems, listAudit, searchLogbook } from '../contract.ts'
import { auditColumns } from './audit-columns.ts'
import { type AuditFilters, findAudit } from './audit-store.ts'
import { findLogbook, findReadableUser } from './logbook.ts'

const newestFirst = { field: 'at', descending: true } as const

/** The audit log and the logbooks: both read only recorded events. */
export function serveAudit(portal: AppContext): void {
  serve(portal, listAudit, async (call) => {
    const { page, size, sort, ...filters } = call.query
    const descending = readSort(sort, newestFirst)[0]!.descending
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'audit.csv', auditColumns, everyEntry(portal, call.session, filters))
    const { rows, total } = await findAudit(portal.db, call.session, filters, { page, size, descending })
    return halPage(call, 'entries', {
      rows,
      total,
      lastUpdateTime: rows[0]?.at ?? null,
    })
  })

  serve(portal, searchLogbook, async (call) => {
    const { page, size, sort, username = call.actor.username } = call.query
    const user = await findReadableUser(portal.db, call.session, normaliseEmail(username))
    if (user === undefined) throwProblem(auditProblems['logbook-not-found'], { username })
    const descending = readSort(sort, newestFirst)[0]!.descending
    return halPage(call, 'entries', await findLogbook(portal.db, call.session, user, { page, size, descending }))
  })
}

async function* everyEntry(portal: AppContext, session: Session, filters: AuditFilters): AsyncIterable<AuditEntry> {
  const size = 1000
  let below: string | undefined
  for (;;) {
    const { rows } = await findAudit(portal.db, session, { ...filters, below }, { page: 0, size, descending: true })
    yield* rows
    if (rows.length < size) return
    below = rows.at(-1)!.id
  }
}
