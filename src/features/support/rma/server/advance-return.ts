import { sql } from 'kysely'
import { eventTypeFor, lockedCase } from '#features/support/case-access/server/index.ts'
import { touchCase } from '#features/support/cases/server/index.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import { type CommandContext, requirePermission, requireVersion } from '#kit/server/serve/request-context.ts'
import { type advanceReturn, advanceReturns, nextReturnState, returnAdvanced, returnProblems } from '../contract.ts'
import { returnOf } from './return-store.ts'

/** Makes the next step of a hardware return: of many at once one takes effect, the others are 409. */
export async function takeReturnStep(call: CommandContext<typeof advanceReturn>) {
  const { tx, session, body } = call
  const storedCase = await lockedCase(tx, session, call.query.issueKey)
  requirePermission(call, advanceReturns, storedCase.account)
  const before = await returnOf(tx, storedCase.id, storedCase.key)
  requireVersion(call, before.version)
  if (nextReturnState(before.state) !== body.state)
    throwProblem(returnProblems['return-step-not-allowed'], {
      key: storedCase.key,
      state: before.state,
      next: body.state,
    })
  if (body.state === 'shipped' && !body.trackingNumber) throwFieldProblem('trackingNumber', 'is required')
  if (body.state === 'shipped' && !body.carrier) throwFieldProblem('carrier', 'is required')
  await sql`
    insert into case_return_steps (case_id, state, at, user_id, carrier, tracking_number, replacement_serial)
    values (${storedCase.id}, ${body.state}, clock_timestamp(), ${session.userId}, ${body.carrier ?? null}, ${body.trackingNumber ?? null}, ${body.replacementSerial ?? null})`.execute(
    tx,
  )
  await sql`update case_returns set state = ${body.state}, version = version + 1 where case_id = ${storedCase.id}`.execute(
    tx,
  )
  await touchCase(tx, storedCase, session.userId)
  await call.record(eventTypeFor(storedCase, returnAdvanced), {
    account: storedCase.accountId,
    subject: storedCase.key,
    data: { caseId: storedCase.id, changes: { returnState: [before.state, body.state] } },
  })
  const after = await returnOf(tx, storedCase.id, storedCase.key)
  return respond(after, { headers: { etag: etagOf(after.version) } })
}
