import { sql } from 'kysely'
import { isVendor } from '#features/access/roles/contract.ts'
import { normaliseEmail } from '#kit/contract/email-address.ts'
import { readSort } from '#kit/contract/hal.ts'
import type { Database } from '#kit/server/database.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { sendCsv, wantsCsv } from '#kit/server/list/csv.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import { LargeCountCache } from '#kit/server/list/large-count-cache.ts'
import { PageCursorCache } from '#kit/server/list/page-cursor-cache.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import {
  auditProblems,
  listAudit,
  listAuditActors,
  listAuditEvents,
  readAuditChain,
  readAuditEntry,
  searchLogbook,
} from '../contract.ts'
import { findActors } from './audit-actors.ts'
import { auditColumns } from './audit-columns.ts'
import { readableEvents } from './audit-scope.ts'
import { countOfRequest, eachAuditEntry, findAudit, findAuditEntry } from './audit-store.ts'
import { ChainProofs } from './chain-proofs.ts'
import { findLogbook, findReadableUser } from './logbook.ts'

const newestFirst = { field: 'at', descending: true } as const

/** The audit log and the logbooks: both read only recorded events. */
export function serveAudit(portal: AppContext): void {
  const { db, config } = portal
  const lists = { db, ends: new PageCursorCache(), many: new LargeCountCache() }
  const proofs = new ChainProofs(db, config)
  serve(portal, listAudit, async (call) => {
    const { page, size, sort, after, account, user, userId, ...others } = call.query
    const filters = { ...others, ...(await idsOf(db, { account, user, userId })) }
    if (wantsCsv(call.request))
      return sendCsv(call.reply, 'audit.csv', auditColumns, eachAuditEntry(db, call.session, filters))
    const descending = readSort(sort, newestFirst)[0]!.descending
    return halPage(call, 'entries', await findAudit(lists, call.session, filters, { page, size, descending, after }))
  })

  serve(portal, readAuditEntry, async ({ session, params }) => {
    const entry = await findAuditEntry(db, session, params.id)
    if (!entry) throwProblem(auditProblems['audit-entry-not-found'], {})
    const [ofRequest, proof] = await Promise.all([
      entry.requestId === null ? 1 : countOfRequest(db, session, entry.requestId),
      proofs.proofOf(entry.seq),
    ])
    // From hashes one could tell whether an entry between two of one's own is what one thinks.
    const hashes = isVendor(session.actor) ? {} : { hash: null, hashBefore: null }
    return { ...entry, ofRequest, proof: { ...proof, ...hashes } }
  })

  serve(portal, readAuditChain, () => proofs.checkNewest())

  serve(portal, listAuditActors, async ({ session, query }) => ({
    _embedded: { actors: await findActors(db, session, query) },
  }))

  serve(portal, listAuditEvents, async ({ session }) => ({ _embedded: { events: readableEvents(session) } }))

  serve(portal, searchLogbook, async (call) => {
    const { page, size, sort, username = call.actor.username } = call.query
    const user = await findReadableUser(db, call.session, normaliseEmail(username))
    if (user === undefined) throwProblem(auditProblems['logbook-not-found'], { username })
    const descending = readSort(sort, newestFirst)[0]!.descending
    return halPage(call, 'entries', await findLogbook(db, call.session, user, { page, size, descending }))
  })
}

/** The ids of the named account and user, 0 where there is none: known, they are planned for. */
async function idsOf(
  db: Database,
  { account, user, userId }: { account?: string | undefined; user?: string | undefined; userId?: string | undefined },
) {
  if (account === undefined && user === undefined) return { userId: userId === undefined ? undefined : Number(userId) }
  const { rows } = await sql<{ account: number | null; user: number | null }>`
    select (select id from accounts where name = ${account ?? null}) as account,
      (select id from users where email = ${user === undefined ? null : normaliseEmail(user)}) as user`.execute(db)
  const { account: accountId, user: named } = rows[0]!
  return {
    accountId: account === undefined ? undefined : (accountId ?? 0),
    userId: user !== undefined ? (named ?? 0) : userId === undefined ? undefined : Number(userId),
  }
}
