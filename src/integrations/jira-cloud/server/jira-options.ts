import type { Tracker } from '#features/support/tracker/server/index.ts'
import type { JiraClient } from './jira-client.ts'
import type { JiraEdition } from './jira-edition.ts'
import type { JiraIssueType, JiraStatus } from './jira-shapes.ts'
import { statusOf } from './jira-values.ts'

type JiraField = {
  readonly id?: string
  readonly name?: string
  readonly custom?: boolean
  readonly schema?: { readonly type?: string }
}

/** What a site has for the mapping of a project. */
export function jiraOptions(
  { call }: JiraClient,
  { api, projects, priorities }: JiraEdition,
): Pick<Tracker, 'options' | 'statuses'> & { issueTypes(project: string): Promise<string[]> } {
  return {
    statuses,
    issueTypes,
    async options(project) {
      const fields = await call<readonly JiraField[]>('GET', `${api}/field`)
      return {
        projects: (await projects()).flatMap(({ key, name = '' }) => (key ? [{ key, name }] : [])),
        priorities: (await priorities()).flatMap(({ name }) => name ?? []),
        // Values are sent as texts: fields of another type would reject them.
        fields: fields.flatMap(({ id, name = '', custom, schema }) =>
          id && custom && schema?.type === 'string' ? [{ id, name }] : [],
        ),
        statuses: project === null ? [] : (await statuses(project)).map(({ name }) => name),
        issueTypes: project === null ? [] : await issueTypes(project),
      }
    },
  }

  async function statuses(project: string) {
    const types = await call<readonly { statuses?: readonly JiraStatus[] }[]>(
      'GET',
      `${api}/project/${project}/statuses`,
    )
    const statusByName = new Map(types.flatMap(({ statuses: own = [] }) => own).map((one) => [one.name, statusOf(one)]))
    return [...statusByName.values()]
  }

  async function issueTypes(project: string): Promise<string[]> {
    const { issueTypes: types, values } = await call<{ issueTypes?: JiraIssueType[]; values?: JiraIssueType[] }>(
      'GET',
      `${api}/issue/createmeta/${project}/issuetypes`,
    )
    return (types ?? values ?? []).flatMap(({ name, subtask }) => (name && !subtask ? [name] : []))
  }
}
