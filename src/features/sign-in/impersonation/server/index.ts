import { sql } from 'kysely'
import { allowWritingIn } from '#features/access/sessions/server/index.ts'
import { readSort } from '#kit/contract/hal.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  allowWriting,
  exitImpersonation,
  impersonate,
  impersonationProblems,
  impersonationWriting,
  listImpersonations,
} from '../contract.ts'
import { endImpersonation } from './end-impersonation.ts'
import { findImpersonations } from './list-impersonations.ts'
import { closeWithSession, notifyImpersonationEnding } from './over-event-handlers.ts'
import { startImpersonation } from './start-impersonation.ts'

export { makeDemoImpersonations } from './demo-impersonations.ts'

/** Impersonation, and the record of it that the customer reads. */
export const impersonationFeature: Feature = {
  name: 'impersonation',
  serve(portal) {
    registerCommand(portal, impersonate, (call) => startImpersonation(portal, call))
    registerCommand(portal, exitImpersonation, (call) => endImpersonation(portal, call))
    serveWriting(portal)
    serveRecord(portal)
  },
  eventHandlers: () => [closeWithSession()],
  tasks: (portal) => [notifyImpersonationEnding(portal)],
}

function serveWriting(portal: AppContext): void {
  registerCommand(portal, allowWriting, async ({ tx, session, record }) => {
    const { impersonator, sessionId, userId, expiresAt } = session
    if (!impersonator || !sessionId) throwProblem(impersonationProblems['impersonation-none'])
    const update = await tx
      .updateTable('impersonations')
      .set({ writing_at: sql<Date>`coalesce(writing_at, now())` })
      .where('session_id', '=', sessionId)
      .where('ended_at', 'is', null)
      .returning(['reason', 'opened_account_id'])
      .executeTakeFirst()
    if (!update) throwProblem(impersonationProblems['impersonation-none'])
    await allowWritingIn(tx, sessionId)
    await record(impersonationWriting, { subject: userId, account: update.opened_account_id })
    const { id, fullName } = impersonator
    const mode = { impersonator: { id: String(id), fullName }, reason: update.reason, readOnly: false }
    return { impersonateMode: { ...mode, endsAt: expiresAt.toISOString() } }
  })
}

function serveRecord(portal: AppContext): void {
  serve(portal, listImpersonations, async (call) => {
    const { page, size, sort, account } = call.query
    const { descending } = readSort(sort, { field: 'startedAt', descending: true })[0]!
    const { rows, total } = await findImpersonations(portal.db, call.session, { account, page, size, descending })
    return halPage(call, 'impersonations', { rows, total, lastUpdateTime: rows[0]?.startedAt ?? null })
  })
}
