import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { Html } from '#kit/server/html.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { findInvalidText } from '#kit/server/serve/body.ts'
import { ownOrigins } from './embedded/open-provider.ts'
import { pageHeaders } from './pages/layout.ts'

const LARGEST_FORM = 16_384

/** The fields of a submitted form. */
export type Form = Readonly<Record<string, string | undefined>>

/** Lets a group of routes accept forms as browsers send them without script, from the portal's own pages only. */
export function acceptFormPosts(scope: FastifyInstance, portal: AppContext): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: LARGEST_FORM },
    (_request, text, finish) => {
      const form = Object.fromEntries(new URLSearchParams(text as string))
      if (findInvalidText(form)) rejectLater(finish)
      else finish(null, form)
    },
  )
  scope.addHook('onRequest', async (request) => {
    request.query = namedOnce(request.query as Readonly<Record<string, unknown>>)
  })
  scope.addHook('preValidation', async (request) => {
    if (request.method === 'POST') requireOwnForm(portal, request)
  })
}

/** Sends a page. */
export function sendPage(reply: FastifyReply, content: Html, { status = 200 } = {}): FastifyReply {
  return reply.code(status).headers(pageHeaders()).send(content.text)
}

/** A parameter that occurs twice is ignored (RFC 6749 §3.1): neither value is used. */
function namedOnce(query: Readonly<Record<string, unknown>>): Form {
  return Object.fromEntries(
    Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  )
}

function requireOwnForm(portal: AppContext, request: FastifyRequest): void {
  const { origin, 'sec-fetch-site': site } = request.headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throwProblem(kitProblems['csrf-check-failed'])
  if (origin !== undefined && !isOwn(portal, request, origin)) throwProblem(kitProblems['csrf-check-failed'])
}

function isOwn(portal: AppContext, { headers, protocol }: FastifyRequest, origin: string): boolean {
  return ownOrigins(portal).includes(origin) || (!portal.config.publicUrl && origin === `${protocol}://${headers.host}`)
}

function rejectLater(finish: (failure: Error) => void): void {
  try {
    throwProblem(kitProblems['body-unreadable'], { reason: 'it has a NUL character' })
  } catch (problem) {
    finish(problem as Error)
  }
}
