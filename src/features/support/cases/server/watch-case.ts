import { sql } from 'kysely'
import { watchCases, watchForOthers } from '#features/support/case-access/contract.ts'
import {
  eventTypeFor,
  lockedCase,
  readersAmong,
  requireRecipients,
} from '#features/support/case-access/server/index.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { noUser, recordEvent } from '#kit/server/events/event.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, type CommandInput, requirePermission } from '#kit/server/serve/request-context.ts'
import { caseUnwatched, caseWatched, type unwatchCase, type watchCase } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'
import { addWatchers } from './case-writes.ts'

/** Adds a watcher; adding an existing one changes nothing. */
export async function watch(call: CommandInput<typeof watchCase>): Promise<undefined> {
  const { tx, session } = call
  const stored = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, watchCases, stored.account)
  const name = call.body?.username ?? session.actor.username
  const users = isSelf(name, session.actor.username)
    ? [{ id: session.userId, username: session.actor.username }]
    : await requireRecipients(tx, session, stored, [name])
  const added = await addWatchers(tx, stored.id, users)
  if (added.length === 0) return
  await bumpListVersion(tx, stored.accountId)
  const data = { caseId: stored.id, changes: { watcher: [null, added[0]] } }
  await call.record(eventTypeFor(stored, caseWatched), { account: stored.accountId, subject: stored.key, data })
}

/** Makes those of the users who may read the case watchers of it, as one event of the system. */
export async function addReadingWatchers(
  tx: Tx,
  stored: { readonly id: number; readonly key: string; readonly accountId: number; readonly internal: boolean },
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const added = await addWatchers(tx, stored.id, await readersAmong(tx, stored, userIds))
  if (added.length === 0) return
  await bumpListVersion(tx, stored.accountId)
  const data = { caseId: stored.id, changes: { watcher: [null, added.join(', ')] } }
  await recordEvent(tx, eventTypeFor(stored, caseWatched), noUser, {
    account: stored.accountId,
    subject: stored.key,
    data,
  })
}

/** Removes a watcher: oneself, or, as staff, manager of the account or reporter, any user. */
export async function unwatch(call: CommandContext<typeof unwatchCase>): Promise<undefined> {
  const { tx, session } = call
  const stored = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, watchCases, stored.account)
  const name = (call.query.username ?? session.actor.username).toLowerCase()
  const may =
    isSelf(name, session.actor.username) ||
    stored.reporterId === session.userId ||
    hasPermission(session, watchForOthers, stored.account)
  if (!may) throwProblem(kitProblems['access-denied'], { permission: watchCases.name })
  const { rows } = await sql<{ email: string }>`
    delete from case_watchers w using users u where w.case_id = ${stored.id} and u.id = w.user_id and u.email = ${name} returning u.email`.execute(
    tx,
  )
  if (rows.length === 0) return
  await bumpListVersion(tx, stored.accountId)
  const data = { caseId: stored.id, changes: { watcher: [rows[0]!.email, null] } }
  await call.record(eventTypeFor(stored, caseUnwatched), { account: stored.accountId, subject: stored.key, data })
}

function isSelf(name: string, own: string): boolean {
  return name.toLowerCase() === own.toLowerCase()
}
