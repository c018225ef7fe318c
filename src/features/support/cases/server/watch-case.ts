import { sql } from 'kysely'
import { watchCases, watchForOthers } from '#features/support/case-access/contract.ts'
import {
  eventTypeFor,
  lockedCase,
  readersAmong,
  requireRecipients,
  type StoredCase,
} from '#features/support/case-access/server/index.ts'
import type { EventType } from '#kit/contract/event.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { fromTo, noUser, recordEvent } from '#kit/server/events/event.ts'
import { hasPermission } from '#kit/server/has-permission.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, type CommandInput, requirePermission } from '#kit/server/serve/request-context.ts'
import { caseUnwatched, caseWatched, type unwatchCase, type watchCase } from '../contract.ts'
import { bumpListVersion } from './case-collection.ts'
import { addWatchers } from './case-writes.ts'

/** Adds a watcher; adding an existing one changes nothing. */
export async function watch(call: CommandInput<typeof watchCase>): Promise<undefined> {
  const { tx, session } = call
  const storedCase = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, watchCases, storedCase.account)
  const name = call.body?.username ?? session.actor.username
  const users = isSelf(name, session.actor.username)
    ? [{ id: session.userId, username: session.actor.username }]
    : await requireRecipients(tx, session, storedCase, [name])
  const addedWatchers = await addWatchers(tx, storedCase.id, users)
  if (addedWatchers.length === 0) return
  await bumpListVersion(tx, storedCase.accountId)
  const data = { caseId: storedCase.id, changes: { watcher: fromTo(null, addedWatchers[0]!) } }
  await call.record(eventTypeFor(storedCase, caseWatched), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data,
  })
}

/** Makes those of the users who may read the case watchers of it, as one event of the system. */
export async function addReadingWatchers(
  tx: Tx,
  storedCase: { readonly id: number; readonly key: string; readonly accountId: number; readonly internal: boolean },
  userIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0) return
  const addedWatchers = await addWatchers(tx, storedCase.id, await readersAmong(tx, storedCase, userIds))
  if (addedWatchers.length === 0) return
  await bumpListVersion(tx, storedCase.accountId)
  const data = { caseId: storedCase.id, changes: { watcher: fromTo(null, addedWatchers.join(', ')) } }
  await recordEvent(tx, eventTypeFor(storedCase, caseWatched), noUser, {
    account: storedCase.accountId,
    subject: storedCase.key,
    data,
  })
}

/**
 * A user began to watch the case in an outside tracker, or left there. Who may not read the case does not become a watcher.
 * Returns whether the user watches it now.
 */
export async function setOutsideWatcher(
  tx: Tx,
  storedCase: StoredCase,
  { userId, watches }: { readonly userId: number; readonly watches: boolean },
  marks: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  if (watches) {
    const readers = await readersAmong(tx, storedCase, [userId])
    const addedWatchers = await addWatchers(tx, storedCase.id, readers)
    if (addedWatchers[0])
      await recordOutsideWatcher(tx, storedCase, caseWatched, { change: [null, addedWatchers[0]], marks })
    return readers.length > 0
  }
  const { rows } = await sql<{ email: string }>`
    delete from case_watchers w using users u where w.case_id = ${storedCase.id} and u.id = w.user_id and u.id = ${userId} returning u.email`.execute(
    tx,
  )
  if (rows[0]) await recordOutsideWatcher(tx, storedCase, caseUnwatched, { change: [rows[0].email, null], marks })
  return false
}

async function recordOutsideWatcher(
  tx: Tx,
  storedCase: StoredCase,
  event: EventType,
  { change, marks }: { change: readonly [string | null, string | null]; marks: Readonly<Record<string, unknown>> },
): Promise<void> {
  await bumpListVersion(tx, storedCase.accountId)
  const data = { caseId: storedCase.id, changes: { watcher: change }, ...marks }
  await recordEvent(tx, eventTypeFor(storedCase, event), noUser, {
    account: storedCase.accountId,
    subject: storedCase.key,
    data,
  })
}

/** Removes a watcher: oneself, or, as staff, manager of the account or reporter, any user. */
export async function unwatch(call: CommandContext<typeof unwatchCase>): Promise<undefined> {
  const { tx, session } = call
  const storedCase = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, watchCases, storedCase.account)
  const name = (call.query.username ?? session.actor.username).toLowerCase()
  const may =
    isSelf(name, session.actor.username) ||
    storedCase.reporterId === session.userId ||
    hasPermission(session, watchForOthers, storedCase.account)
  if (!may) throwProblem(kitProblems['access-denied'], { permission: watchCases.name })
  const { rows } = await sql<{ email: string }>`
    delete from case_watchers w using users u where w.case_id = ${storedCase.id} and u.id = w.user_id and u.email = ${name} returning u.email`.execute(
    tx,
  )
  if (rows.length === 0) return
  await bumpListVersion(tx, storedCase.accountId)
  const data = { caseId: storedCase.id, changes: { watcher: fromTo(rows[0]!.email, null) } }
  await call.record(eventTypeFor(storedCase, caseUnwatched), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data,
  })
}

function isSelf(name: string, own: string): boolean {
  return name.toLowerCase() === own.toLowerCase()
}
