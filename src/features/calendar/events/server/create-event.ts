import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { lockAccount } from '#features/accounts/accounts/server/index.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import type { Tx } from '#kit/server/database.ts'
import { etagOf, type HandlerResponse, respond } from '#kit/server/handler-response.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type CommandContext, requirePermission } from '#kit/server/serve/request-context.ts'
import { type CalendarEvent, type createEvent, eventCreated, writeCalendar } from '../contract.ts'
import { newFields, prepare, requireKnown } from './check-fields.ts'
import { eventJson } from './event-json.ts'
import { visibleEvent } from './event-scope.ts'
import { inviteesOf, mailInvitations } from './invitations.ts'
import { insertEvent } from './save-event.ts'

/** Creates an event of an account, or of the vendor alone. */
export async function create(
  portal: AppContext,
  call: CommandContext<typeof createEvent>,
): Promise<HandlerResponse<CalendarEvent>> {
  const { tx, session, query, body } = call
  const account = query.accountId === undefined ? null : await lockAccount(tx, session, query.accountId, writeCalendar)
  if (account === null) requirePermission(call, seeInternal)
  const accountId = account?.id ?? null
  const checkedFields = prepare(newFields(body, await zoneOf(tx, accountId)))
  await requireKnown(tx, checkedFields.fields, accountId)
  const uid = `${randomUUID()}@headend`
  const id = await insertEvent(tx, checkedFields, { accountId, organizerId: session.userId }, { uid })
  await call.record(eventCreated, {
    account: accountId,
    subject: id,
    data: { eventId: String(id), what: body.subject },
  })
  const invitation = { by: session, suppressed: query, people: await inviteesOf(tx, id) }
  await mailInvitations(tx, portal, { ...invitation, kind: 'INVITED', rows: [await visibleEvent(tx, session, id)] })
  return eventReply(call, id, 201)
}

/** An event as the reply of a command. */
export async function eventReply(
  { tx, session }: Pick<CommandContext<typeof createEvent>, 'tx' | 'session'>,
  id: number,
  status?: number,
): Promise<HandlerResponse<CalendarEvent>> {
  const event = await eventJson(tx, session, await visibleEvent(tx, session, id))
  return respond(event, { etag: etagOf(event.version), ...(status === undefined ? {} : { status }) })
}

async function zoneOf(tx: Tx, accountId: number | null): Promise<string> {
  const { rows } = await sql<{
    zone: string
  }>`select time_zone as zone from accounts where id = ${accountId}::bigint`.execute(tx)
  return rows[0]?.zone ?? 'UTC'
}
