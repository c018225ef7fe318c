import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { VendorErrorDetail } from '#kit/server/vendor/vendor-response.ts'
import { salesforceShapes } from './salesforce-response-shapes.ts'
import { type ConnectedApp, salesforceSession } from './salesforce-session.ts'

const VERSION = 'v60.0'
/** Far below the daily quota of the smallest edition, with a burst for users who open several accounts. */
const rate = { perSecond: 2, burst: 20 }

export type SalesforceRow = Readonly<Record<string, unknown>>

/** Salesforce's REST API as far as the portal reads it; errors are an `IntegrationError`. */
export function salesforceClient(
  app: ConnectedApp,
  { privateHosts, fetch: fetchOf }: { privateHosts: readonly string[]; fetch: OpenedConnection['fetch'] },
) {
  const session = salesforceSession(app, privateHosts)
  const fetch = fetchOf({
    authorize: async (headers) => headers.set('authorization', `Bearer ${(await session.current()).token}`),
    explain,
    rate,
    shapes: salesforceShapes,
  })

  async function get(path: string): Promise<unknown> {
    const { origin } = await session.current()
    const response = await fetch(new Request(`${origin}/services/data/${VERSION}${path}`))
    return response.json()
  }

  /** A token may end at any time: one that is not accepted is replaced once. */
  function getAgain(path: string): Promise<unknown> {
    return get(path).catch((failure: unknown) => {
      if (!(failure instanceof IntegrationError) || failure.fault !== 'credentials') throw failure
      session.end()
      return get(path)
    })
  }

  return {
    record: async (object: string, id: string, fields: readonly string[]): Promise<SalesforceRow> =>
      rowOf(await getAgain(`/sobjects/${object}/${id}?fields=${fields.join(',')}`)),
    query: async (soql: string): Promise<readonly SalesforceRow[]> => {
      const { records } = rowOf(await getAgain(`/query?q=${encodeURIComponent(soql)}`))
      return Array.isArray(records) ? records.map(rowOf) : throwGarbled()
    },
  }
}

function rowOf(value: unknown): SalesforceRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as SalesforceRow)
    : throwGarbled()
}

function throwGarbled(): never {
  throw new IntegrationError('Salesforce sent a response that cannot be read.', { fault: 'garbled' })
}

const aboutSession: ReadonlySet<string> = new Set(['INVALID_SESSION_ID', 'INVALID_AUTH_HEADER', 'API_DISABLED_FOR_ORG'])
/** What the errors mean that users can do something about. */
const knownErrors: Readonly<Record<string, string>> = {
  REQUEST_LIMIT_EXCEEDED: 'The daily limit of API calls is used up. It is free again within 24 hours.',
  NOT_FOUND: 'There is no account with this CRM ID.',
  MALFORMED_ID: 'There is no account with this CRM ID.',
}

/** Salesforce's errors are an array of `{message, errorCode}`. */
function explain(body: unknown): VendorErrorDetail {
  const errors = Array.isArray(body) ? (body as { message?: string; errorCode?: string }[]) : []
  const code = errors[0]?.errorCode
  const text = errors.flatMap(({ errorCode = '', message }) => knownErrors[errorCode] ?? message ?? []).join(' ')
  return { code, text: text || undefined, aboutTheThing: code !== undefined && !aboutSession.has(code) }
}
