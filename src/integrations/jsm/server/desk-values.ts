import type { JiraClient } from '#integrations/jira-cloud/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'

/** The calls of a service desk. */
export const DESK_API = '/rest/servicedeskapi'
const PAGE = 50

type Values<Row> = { readonly values?: readonly Row[]; readonly isLastPage?: boolean }

/** All rows of a list of a service desk. */
export async function deskValues<Row>(
  { call }: Pick<JiraClient, 'call'>,
  path: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = { ...query, start: rows.length, limit: PAGE }
    const { values = [], isLastPage } = await call<Values<Row>>('GET', path, { query: page })
    rows.push(...values)
    if (isLastPage !== false || values.length === 0) return rows
  }
}

/** The same of a request; undefined for an issue of the project that is no request. */
export async function valuesOfRequest<Row>(
  client: Pick<JiraClient, 'call'>,
  path: string,
  query?: Readonly<Record<string, string>>,
): Promise<Row[] | undefined> {
  return deskValues<Row>(client, path, query).catch((failure: unknown) => {
    if (failure instanceof IntegrationError && failure.fault === 'missing') return undefined
    throw failure
  })
}
