import type { FastifyReply } from 'fastify'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { registerStream, serve } from '#kit/server/serve/serve.ts'
import { downloadSignedSlaMonth, downloadSlaSignature, listSignedSlaMonths, readSla } from '../../contract.ts'
import { monthsOf, visibleMonth } from '../visible-months.ts'
import { signedFile, signedMonthsOf } from './signed-months-store.ts'

const types = { json: 'application/json', csv: 'text/csv; charset=utf-8', pdf: 'application/pdf' } as const

/** The signed files of closed months. */
export function serveSignedMonths(portal: AppContext): void {
  const { db } = portal
  serve(portal, listSignedSlaMonths, async (call) => {
    const months = await monthsOf(db, call.session, call.query)
    return halSinglePage(call, 'signedSlaMonths', await signedMonthsOf(db, months))
  })
  registerStream(portal, downloadSignedSlaMonth, async ({ session, params, query, reply }) => {
    const month = visibleMonth(session, readSla, params.id)
    const { content, ...file } = await signedFile(db, month, query)
    return send(reply, { ...file, month: month.month, ending: query.format, type: types[query.format] }, content)
  })
  registerStream(portal, downloadSlaSignature, async ({ session, params, query, reply }) => {
    const month = visibleMonth(session, readSla, params.id)
    const { signature, ...file } = await signedFile(db, month, query)
    const ending = `${query.format}.sig`
    return send(reply, { ...file, month: month.month, ending, type: 'application/octet-stream' }, signature)
  })
}

type SentFile = {
  readonly account: string
  readonly month: string
  readonly revision: number
  readonly ending: string
  readonly type: string
}

/** The stored bytes unchanged: a signature covers them. */
function send(reply: FastifyReply, { account, month, revision, ending, type }: SentFile, bytes: Buffer): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-type', type)
    .header('content-disposition', contentDisposition('attachment', `sla-${account}-${month}-${revision}.${ending}`))
    .serializer((body: unknown) => body as string)
    .send(bytes)
}
