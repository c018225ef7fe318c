import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { attachmentDownloaded, attachmentProblems } from '#features/support/attachments/contract.ts'
import { findAttachment, sentFile } from '#features/support/attachments/server/index.ts'
import { caseProblems } from '#features/support/case-access/contract.ts'
import { readableCase } from '#features/support/case-access/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import { recordEvent } from '#kit/server/events/event.ts'
import { fileStoreOf } from '#kit/server/files/file-store-of.ts'
import { sendFile } from '#kit/server/files/send-file.ts'
import { respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { acceptAsJson, sendProblemsAs } from '#kit/server/serve/foreign-form.ts'
import type { RequestContext } from '#kit/server/serve/request-context.ts'
import { registerCommand, registerPreparedCommand, registerStream, serve } from '#kit/server/serve/serve.ts'
import {
  changeTicket,
  createTicket,
  deleteTicket,
  downloadTicketAttachment,
  listTickets,
  readTicket,
  severityNamed,
  type Ticket,
} from '../contract.ts'
import { changeFromTicket } from './change-ticket.ts'
import { createFromTicket, requireCase } from './create-ticket.ts'
import { serveHub } from './hub-routes.ts'
import { ticketError } from './ticket-errors.ts'
import { receiveFiles } from './ticket-files.ts'
import { findTicket, findTickets, isTicketOf, severitySql, ticketStatusSql, withFields } from './ticket-store.ts'
import { sessionOf, type TokenHolder, ticketCommand, tokenHolder } from './token-holder.ts'

const DEFAULT_LIMIT = 20

/** Serves TMF621 to the ticket systems of accounts. Errors and merge patches are in the form of TM Forum here. */
export async function serveTicketApi(portal: AppContext): Promise<void> {
  await portal.http.register(async (http: FastifyInstance) => {
    sendProblemsAs(http, ticketError)
    // RFC 7396, which the guidelines of TM Forum name.
    acceptAsJson(http, 'application/merge-patch+json', ['PATCH'])
    const here = { ...portal, http }
    serveTickets(here)
    serveHub(here)
  })
}

function serveTickets(portal: AppContext): void {
  const { db } = portal

  serve(portal, listTickets, async ({ request, query }) => {
    const { accountId } = await tokenHolder(portal, request, 'READ')
    const { offset = 0, limit = DEFAULT_LIMIT, fields } = query
    const base = portal.publicUrl()
    const { tickets, count } = await findTickets(db, conditions(accountId, query), { offset, limit, base })
    return respond(
      tickets.map((ticket) => withFields(ticket, fields)),
      { headers: { 'x-total-count': String(count), 'x-result-count': String(tickets.length) } },
    )
  })

  serve(portal, readTicket, async ({ request, params, query }) => {
    const holder = await tokenHolder(portal, request, 'READ')
    return withFields(await ticketOf(db, holder, params.id), query.fields)
  })

  registerPreparedCommand(
    portal,
    createTicket,
    async ({ request, body }) => {
      const holder = await tokenHolder(portal, request, 'WRITE')
      requireCase(body)
      return { holder, files: await receiveFiles(portal, body.attachment) }
    },
    async ({ request, tx, body }, { holder, files }) => {
      const key = await createFromTicket(ticketCommand(tx, holder, request), body, files)
      return ticketOf(tx, holder, key)
    },
  )

  registerPreparedCommand(
    portal,
    changeTicket,
    async ({ request, body }) => {
      const holder = await tokenHolder(portal, request, 'WRITE')
      return { holder, files: await receiveFiles(portal, body.attachment) }
    },
    async ({ request, tx, params, body }, { holder, files }) => {
      await changeFromTicket(ticketCommand(tx, holder, request), params.id, body, files)
      return ticketOf(tx, holder, params.id)
    },
  )

  registerCommand(portal, deleteTicket, async ({ request, tx, params }) => {
    const holder = await tokenHolder(portal, request, 'WRITE')
    const nothing = { uploads: [], links: [], config: portal.config }
    await changeFromTicket(ticketCommand(tx, holder, request), params.id, { status: 'cancelled' }, nothing)
    return undefined
  })

  registerStream(portal, downloadTicketAttachment, async (call) => {
    const { request, params } = call
    const holder = await tokenHolder(portal, request, 'READ')
    const { id, key, accountId } = await readableCase(db, sessionOf(holder), params.id)
    const file = await findAttachment(db, id, params.attachmentId)
    if (!file) throwProblem(attachmentProblems['attachment-not-found'])
    return sendFile(call, { store: fileStoreOf(portal.config), db }, await sentFile(portal, file), { begin })

    async function begin(start: number): Promise<void> {
      if (start > 0 || !file) return
      const data = { caseId: id, attachmentId: file.id, filename: file.filename }
      const by = { userName: holder.name, requestId: request.id, address: request.ip }
      await recordEvent(db, attachmentDownloaded, by, { account: accountId, subject: key, data })
    }
  })

  async function ticketOf(from: Database | Tx, { accountId }: TokenHolder, key: string): Promise<Ticket> {
    const ticket = await findTicket(from, { accountId, key, base: portal.publicUrl() })
    return ticket ?? throwProblem(caseProblems['case-not-found'], { key })
  }
}

function conditions(accountId: number, query: RequestContext<typeof listTickets>['query']) {
  const severity = query.severity === undefined ? undefined : (severityNamed(query.severity) ?? '')
  const all = [
    isTicketOf(accountId),
    ...(query.status?.length ? [sql`${ticketStatusSql} = any(${query.status}::text[])`] : []),
    ...(severity === undefined ? [] : [sql`${severitySql} = ${severity}`]),
    ...(query.externalId === undefined ? [] : [sql`c.external_id = ${query.externalId}`]),
    ...moment('created_at', query['creationDate.gte'], query['creationDate.lt']),
    ...moment('updated_at', query['lastUpdate.gte'], query['lastUpdate.lt']),
  ]
  return sql.join(all, sql` and `)
}

function moment(column: 'created_at' | 'updated_at', from: string | undefined, before: string | undefined) {
  const at = sql.ref(`c.${column}`)
  return [
    ...(from === undefined ? [] : [sql`${at} >= ${from}::timestamptz`]),
    ...(before === undefined ? [] : [sql`${at} < ${before}::timestamptz`]),
  ]
}
