import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import { adfToMarkdown } from './adf/adf-to-markdown.ts'
import { markdownToAdf } from './adf/markdown-to-adf.ts'
import type { JiraClient } from './jira-client.ts'
import type { JiraEdition } from './jira-edition.ts'
import { rndProjectOf } from './jira-fields.ts'
import type { JiraIssue } from './jira-shapes.ts'

const PAGE = 100
/** Projects and priorities of one response, and in all: others are entered by their key. */
const OFFERED_PAGE = 50
const MOST_OFFERED = 1_000

/** Basic authentication with the e-mail address of a user and an API token. */
export function basicLogin({ username = '', secret = '' }: OpenedConnection['settings']): (headers: Headers) => void {
  const login = Buffer.from(`${username}:${secret}`).toString('base64')
  return (headers) => headers.set('authorization', `Basic ${login}`)
}

/** Jira Cloud: documents instead of texts, and searches by tokens. */
export function cloudEdition(
  { call }: JiraClient,
  { name, settings }: Pick<OpenedConnection, 'name' | 'settings'>,
  { isServiceDesk }: { isServiceDesk: boolean },
): JiraEdition {
  const api = '/rest/api/3'
  return {
    name,
    api,
    toText: markdownToAdf,
    fromText: adfToMarkdown,
    async search(jql, { fields, page, most = PAGE }) {
      const body = { jql, maxResults: most, fields, ...(page ? { nextPageToken: page } : {}) }
      const { issues = [], nextPageToken } = await call<{ issues?: JiraIssue[]; nextPageToken?: string }>(
        'POST',
        `${api}/search/jql`,
        { body },
      )
      return { issues, next: nextPageToken ?? null }
    },
    count: async (jql) =>
      (await call<{ count?: number }>('POST', `${api}/search/approximate-count`, { body: { jql } })).count ?? 0,
    projects: () => valuesOf(`${api}/project/search`),
    priorities: () => valuesOf(`${api}/priority/search`),
    internalRole: settings.internalRole,
    isServiceDesk,
    userKey: 'accountId',
    userQuery: 'accountId',
    searchQuery: 'query',
    fileAddress: ({ id }) => `${api}/attachment/content/${encodeURIComponent(id)}?redirect=false`,
    ...rndProjectOf(settings),
    issueType: settings.issueType,
  }
  async function valuesOf<Row>(path: string): Promise<Row[]> {
    const rows: Row[] = []
    for (;;) {
      const { values = [], isLast = true } = await call<{ values?: Row[]; isLast?: boolean }>('GET', path, {
        query: { startAt: rows.length, maxResults: OFFERED_PAGE },
      })
      rows.push(...values)
      if (isLast || values.length === 0 || rows.length >= MOST_OFFERED) return rows
    }
  }
}
