import type { NewIssue, Tracker } from '#features/support/tracker/server/index.ts'
import type { JiraClient } from './jira-client.ts'
import type { JiraEdition } from './jira-edition.ts'
import type { JiraIssue } from './jira-shapes.ts'

/** Issue types that are named after a type of case, and those for it besides. */
const ownTypes: Readonly<Record<NewIssue['type'], readonly string[]>> = {
  CASE: ['Support', 'Case'],
  OUTAGE: ['Outage', 'Incident'],
  RMA: ['RMA', 'Return'],
}
const usualTypes: typeof ownTypes = {
  CASE: [...ownTypes.CASE, 'Bug', 'Task'],
  OUTAGE: [...ownTypes.OUTAGE, 'Bug', 'Task'],
  RMA: [...ownTypes.RMA, 'Task'],
}

/** The issue type for a type of case. */
export function jiraTypes(
  { call }: JiraClient,
  { issueType }: JiraEdition,
  {
    issuePath,
    issueTypes,
  }: { issuePath: (id: string) => string; issueTypes: (project: string) => Promise<readonly string[]> },
): Pick<Tracker, 'changeType'> & {
  /** Of a new issue: the mapped one, that of the settings, or a usual one that the project has. */
  typeFor(project: string, issue: NewIssue): Promise<string>
} {
  return {
    async typeFor(project, { type, typeName }) {
      const fixedType = typeName ?? issueType
      if (fixedType) return fixedType
      const names = await issueTypes(project)
      return usualTypes[type].find((usual) => names.includes(usual)) ?? names[0] ?? 'Task'
    },
    async changeType(id, { project, type, typeName }) {
      const names = typeName ? [] : await issueTypes(project)
      const wantedType = typeName ?? ownTypes[type].find((own) => names.includes(own))
      if (!wantedType) return
      const { fields } = await call<JiraIssue>('GET', issuePath(id), { query: { fields: 'issuetype' } })
      if (fields?.issuetype?.name === wantedType) return
      await call('PUT', issuePath(id), { body: { fields: { issuetype: { name: wantedType } } } })
    },
  }
}
