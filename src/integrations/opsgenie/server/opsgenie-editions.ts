import type { SentAlert } from '#features/monitoring/incident-alerts/server/index.ts'
import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'
import { jsmOperationsShapes, opsgenieShapes } from './opsgenie-response-shapes.ts'

/** An alert as both APIs have it. */
export type OpsgenieAlert = {
  readonly id: string
  readonly alias?: string
  readonly status?: string
  readonly acknowledged?: boolean
  readonly count?: number
}
/** The result of a request that was accepted. */
export type RequestResult = { readonly isSuccess?: boolean; readonly success?: boolean; readonly status?: string }

/** What differs between Opsgenie and its successor: addresses, the login, and the envelope of replies. */
export type OpsgenieEdition = {
  authorize(headers: Headers): void
  readonly shapes: readonly ResponseShape[]
  /** The path of alerts. */
  readonly alerts: string
  /** Makes a call that changes nothing. */
  readonly check: { readonly method: 'GET' | 'POST'; readonly path: string; readonly body?: object }
  byAlias(alias: string): string
  search(query: string): string
  /** The name of an alert's custom fields. */
  details(alert: SentAlert): object
  /** The alert, the request result or the list in a reply. */
  unwrap(reply: unknown): unknown
}

const memberOf = (reply: unknown, name: string) => (reply as Record<string, unknown>)[name]
const values = (alert: SentAlert) => ({ caseUrl: alert.url, account: alert.account })

/** Opsgenie's REST API 2. */
export function opsgenieEdition({ settings }: OpenedConnection): OpsgenieEdition {
  const alerts = '/v2/alerts'
  return {
    authorize: (headers) => headers.set('authorization', `GenieKey ${settings.secret}`),
    shapes: opsgenieShapes,
    alerts,
    check: { method: 'POST', path: '/v2/integrations/authenticate', body: { type: 'API' } },
    byAlias: (alias) => `${alerts}/${encodeURIComponent(alias)}?identifierType=alias`,
    search: (query) => `${alerts}?limit=1&query=${encodeURIComponent(query)}`,
    details: (alert) => ({ details: values(alert) }),
    unwrap: (reply) => memberOf(reply, 'data'),
  }
}

/** The alerts of Jira Service Management operations. */
export function jsmEdition({ settings }: OpenedConnection): OpsgenieEdition {
  const alerts = `/jsm/ops/api/${encodeURIComponent(settings.cloudId ?? '')}/v1/alerts`
  const login = Buffer.from(`${settings.username}:${settings.secret}`).toString('base64')
  return {
    authorize: (headers) => headers.set('authorization', `Basic ${login}`),
    shapes: jsmOperationsShapes,
    alerts,
    check: { method: 'GET', path: `${alerts}?size=1` },
    byAlias: (alias) => `${alerts}/alias?alias=${encodeURIComponent(alias)}`,
    search: (query) => `${alerts}?size=1&query=${encodeURIComponent(query)}`,
    details: (alert) => ({ extraProperties: values(alert) }),
    unwrap: (reply) => memberOf(reply, 'values') ?? reply,
  }
}
