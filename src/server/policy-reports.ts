import type { FastifyInstance } from 'fastify'
import type { AppContext } from '#kit/server/portal.ts'
import { findInvalidText } from '#kit/server/serve/body.ts'

/** Where browsers report what the content security policy of a page has blocked. */
export const REPORTS = '/api/csp-reports'

const LARGEST = 8_192
const MOST_A_MINUTE = 20
const reportFields = [
  'blocked-uri',
  'blockedURL',
  'violated-directive',
  'effectiveDirective',
  'document-uri',
  'documentURL',
]

/**
 * Accepts reports of browsers (CSP level 2 and 3) and logs what was blocked where, without queries. Anyone can send
 * them, so they are small, at most 20 a minute are logged, and nothing is stored.
 */
export async function servePolicyReports({ http, log }: AppContext): Promise<void> {
  let minute = 0
  let loggedReports = 0
  await http.register(async (scope: FastifyInstance) => {
    scope.removeAllContentTypeParsers()
    const types = ['application/csp-report', 'application/reports+json']
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: LARGEST }, (request, text, callback) =>
      scope.getDefaultJsonParser('error', 'error')(request, text as string, callback),
    )
    scope.post(REPORTS, async (request, reply) => {
      const now = Math.floor(Date.now() / 60_000)
      if (now !== minute) [minute, loggedReports] = [now, 0]
      loggedReports += 1
      if (loggedReports <= MOST_A_MINUTE)
        log.warn({ stopped: stoppedIn(request.body) }, 'a browser stopped part of a page')
      return reply.code(204).send()
    })
  })
}

/** The few members that describe the event, truncated; queries may contain user input. */
function stoppedIn(body: unknown): Record<string, string> {
  if (findInvalidText(body)) return {}
  const report = [body].flat()[0] as Record<string, unknown> | null | undefined
  const inside = report?.['csp-report'] ?? report?.body
  if (typeof inside !== 'object' || inside === null) return {}
  const members = Object.entries(inside).filter(
    ([name, value]) => reportFields.includes(name) && typeof value === 'string',
  )
  return Object.fromEntries(members.map(([name, value]) => [name, (value as string).split(/[?#]/)[0]!.slice(0, 200)]))
}
