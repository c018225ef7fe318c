import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import type { Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requireVersion } from '#kit/server/serve/request-context.ts'
import {
  type acknowledgeAlert,
  alertAcknowledged,
  alertClosed,
  alertOpened,
  alertProblems,
  alertRepeated,
  type closeAlert,
  type createAlert,
  createAlerts,
} from '../contract.ts'
import { acknowledgeRow, closeRow } from './alert-states.ts'
import { findAlerts, lockedAlert } from './alert-store.ts'
import { openAlert } from './open-alert.ts'

/** Creates an alert, or counts an occurrence of the open one with its alias. */
export async function create(portal: AppContext, call: CommandContext<typeof createAlert>) {
  const { tx, session, query, body } = call
  const account = await lockAccount(tx, session, query.account, createAlerts)
  const { alias = body.message, ...rest } = body
  const { id, isNew } = await openAlert(tx, portal, { ...rest, alias, accountId: account.id, userId: session.userId })
  await call.record(isNew ? alertOpened : alertRepeated, {
    account: account.id,
    subject: id,
    data: { what: body.message, alias },
  })
  return alertReply(tx, id, isNew ? 201 : 200)
}

/** Acknowledges an open alert; one that is acknowledged stays as it is. */
export async function acknowledge(call: CommandContext<typeof acknowledgeAlert>) {
  const { tx, session, params } = call
  const alert = await lockedAlert(tx, session, params.id)
  requireVersion(call, alert.version)
  if (alert.state === 'CLOSED') throwProblem(alertProblems['alert-closed'])
  if (alert.state === 'OPEN') {
    await acknowledgeRow(tx, alert.id, { userId: session.userId })
    await call.record(alertAcknowledged, { account: alert.accountId, subject: alert.id, data: { what: alert.message } })
  }
  return alertReply(tx, alert.id)
}

/** Closes an alert; a closed one stays as it is. */
export async function close(call: CommandContext<typeof closeAlert>) {
  const { tx, session, params } = call
  const alert = await lockedAlert(tx, session, params.id)
  requireVersion(call, alert.version)
  if (alert.state !== 'CLOSED') {
    await closeRow(tx, alert.id, { userId: session.userId })
    await call.record(alertClosed, { account: alert.accountId, subject: alert.id, data: { what: alert.message } })
  }
  return alertReply(tx, alert.id)
}

async function alertReply(tx: Tx, id: number, status = 200) {
  const [alert] = await findAlerts(tx, sql`i.id = ${id}`)
  return respond(alert!, { etag: etagOf(alert!.version), status })
}
