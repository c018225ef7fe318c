import type { FastifyInstance } from 'fastify'
import type { ProblemDocument } from '#kit/contract/problem.ts'

/** Sends the problems of the portal in the form of TM Forum: code, reason, message, status. */
export function sendTicketErrors(http: FastifyInstance): void {
  http.addHook('preSerialization', async (_request, reply, payload) => {
    if (!String(reply.getHeader('content-type')).startsWith('application/problem+json')) return payload
    reply.header('content-type', 'application/json; charset=utf-8')
    return ticketError(payload as ProblemDocument)
  })
}

function ticketError({ code, title, detail, status, fields = [] }: ProblemDocument) {
  const named = fields.map(({ path, message }) => `${path} ${message}`)
  return { code, reason: title, message: [detail, ...named].join(' '), status: String(status), '@type': 'Error' }
}
