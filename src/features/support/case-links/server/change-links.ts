import { sql } from 'kysely'
import { type CaseLinkKind, editCases } from '#features/support/case-access/contract.ts'
import { eventTypeFor, isVendorIn, lockedCase, type StoredCase } from '#features/support/case-access/server/index.ts'
import { changedCasePage, touchCase } from '#features/support/cases/server/index.ts'
import type { EventType } from '#kit/contract/event.ts'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Tx } from '#kit/server/database.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { caseLinked, caseLinkProblems, caseUnlinked, type linkCases, type unlinkCases } from '../contract.ts'
import { inverseKind, type StoredLink, storedLink } from './link-direction.ts'

type Context = CommandContext<typeof linkCases> | CommandContext<typeof unlinkCases>
type Pair = { readonly one: StoredCase; readonly other: StoredCase }

/** Links two cases; both show it. */
export async function addLink(call: CommandContext<typeof linkCases>) {
  const { tx, session, body } = call
  // One at a time: two links that close a circle together would not see each other.
  await sql`select pg_advisory_xact_lock(hashtext('case-links'))`.execute(tx)
  const pair = await lockedPair(call, body.key)
  const { one, other } = pair
  const link = storedLink(body.kind, one.id, other.id)
  if (await leadsBack(tx, link)) throwProblem(caseLinkProblems['case-link-circle'], { key: one.key, other: other.key })
  const { rows } = await sql`
    insert into case_links (case_id, kind, other_id) values (${link.from}, ${link.kind}, ${link.to})
    on conflict do nothing returning case_id`.execute(tx)
  if (rows.length === 0) throwProblem(caseLinkProblems['case-link-exists'], { key: one.key, other: other.key })
  await recordBoth(call, pair, body.kind, caseLinked)
  return changedCasePage(tx, session, one.key)
}

/** Removes a link from both cases. */
export async function removeLink(call: CommandContext<typeof unlinkCases>) {
  const { tx, session, query } = call
  const pair = await lockedPair(call, query.key)
  const link = storedLink(query.kind, pair.one.id, pair.other.id)
  const { rows } = await sql`
    delete from case_links where case_id = ${link.from} and kind = ${link.kind} and other_id = ${link.to} returning case_id`.execute(
    tx,
  )
  if (rows.length === 0) throwProblem(caseLinkProblems['case-link-not-found'])
  await recordBoth(call, pair, query.kind, caseUnlinked)
  return changedCasePage(tx, session, pair.one.key)
}

/** Both cases, locked in the order of their keys so that two calls never wait for each other. */
async function lockedPair(call: Context, otherKey: string): Promise<Pair> {
  const { tx, session, query } = call
  const [firstKey, secondKey] = [query.issueKey, otherKey].toSorted()
  const first = await lockedCase(tx, session, firstKey!)
  const second = await lockedCase(tx, session, secondKey!)
  const [one, other] = firstKey === query.issueKey ? [first, second] : [second, first]
  for (const { account } of [one, other]) {
    requirePermission(call, editCases, account)
    if (!isVendorIn(session, account)) throwProblem(kitProblems['access-denied'], { permission: editCases.name })
  }
  if (one.id === other.id) throwFieldProblem('key', 'must be another case')
  return { one, other }
}

/** Whether links of the kind already lead from the end of the new one to its beginning. */
async function leadsBack(tx: Tx, { kind, from, to }: StoredLink): Promise<boolean> {
  if (kind === 'RELATES_TO') return false
  const { rows } = await sql<{ back: boolean }>`
    with recursive reached(id) as (
      select ${to}::bigint union select l.other_id from case_links l join reached r on l.case_id = r.id where l.kind = ${kind}
    )
    select exists (select 1 from reached where id = ${from}) as back`.execute(tx)
  return rows[0]!.back
}

async function recordBoth(call: Context, { one, other }: Pair, kind: CaseLinkKind, event: EventType): Promise<void> {
  // The key of an internal case, or of another account's, is for vendor staff alone.
  const isHidden = one.internal || other.internal || one.accountId !== other.accountId
  for (const [at, to, name] of [
    [one, other, kind],
    [other, one, inverseKind(kind)],
  ] as const) {
    if (!isHidden) await touchCase(call.tx, at, call.session.userId)
    const value = `${name} ${to.key}`
    await call.record(eventTypeFor({ internal: isHidden }, event), {
      account: at.accountId,
      subject: at.key,
      data: { caseId: at.id, changes: { link: event === caseLinked ? [null, value] : [value, null] } },
    })
  }
}
