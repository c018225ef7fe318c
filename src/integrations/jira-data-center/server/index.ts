import type { OpenedConnection } from '#features/platform/connections/server/index.ts'
import type { TrackerSystem } from '#features/support/tracker/server/index.ts'
import {
  type JiraClient,
  type JiraEdition,
  type JiraIssue,
  jiraClient,
  jiraFields,
  jiraTracker,
  rndProjectOf,
} from '#integrations/jira-cloud/server/index.ts'

const PAGE = 100

/** Jira Data Center, by its REST API 2 with a personal access token. Texts are Markdown as they are. */
export const jiraDataCenter: TrackerSystem = {
  port: 'jira',
  system: 'jira-data-center',
  name: 'Jira Data Center',
  fields: jiraFields,
  tokenOnly: true,
  open(connection) {
    const client = jiraClient(connection, (headers) =>
      headers.set('authorization', `Bearer ${connection.settings.secret}`),
    )
    return jiraTracker(client, dataCenterEdition(client, connection))
  },
}

function dataCenterEdition({ call }: JiraClient, { name, settings }: OpenedConnection): JiraEdition {
  const api = '/rest/api/2'
  const search = (body: object) => call<{ issues?: JiraIssue[]; total?: number }>('POST', `${api}/search`, { body })
  return {
    name,
    api,
    toText: (markdown) => markdown,
    fromText: (text) => (typeof text === 'string' ? text : ''),
    async search(jql, { fields, page, most = PAGE }) {
      const startAt = Number(page ?? 0)
      const { issues = [], total = 0 } = await search({ jql, fields, startAt, maxResults: most })
      const end = startAt + issues.length
      return { issues, next: issues.length > 0 && end < total ? String(end) : null }
    },
    count: async (jql) => (await search({ jql, fields: ['key'], maxResults: 0 })).total ?? 0,
    projects: () => call('GET', `${api}/project`),
    priorities: () => call('GET', `${api}/priority`),
    internalRole: settings.internalRole,
    isServiceDesk: false,
    userKey: 'name',
    userQuery: 'username',
    searchQuery: 'username',
    fileAddress: ({ id, filename }) => `/secure/attachment/${encodeURIComponent(id)}/${encodeURIComponent(filename)}`,
    ...rndProjectOf(settings),
    issueType: settings.issueType,
  }
}
