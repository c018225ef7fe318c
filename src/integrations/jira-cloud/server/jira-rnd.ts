import type { RndIssueFields, Tracker } from '#features/support/tracker/server/index.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import type { JiraEdition } from './jira-edition.ts'

const TYPES = ['Bug', 'Task'] as const

/** The project of R&D issues, by the calls of all issues; null where none is set. */
export function jiraRnd(
  { name, rndProject, place }: JiraEdition,
  { find, create, edit }: Pick<Tracker, 'find' | 'create' | 'edit'>,
  issueTypes: (project: string) => Promise<readonly string[]>,
): Tracker['rnd'] {
  if (!rndProject) return null
  const fieldsOf = ({ subject, description, priority }: RndIssueFields) => ({
    subject,
    description,
    priority,
    priorityName: undefined,
    custom: {},
  })
  return {
    key: rndProject,
    place,
    async find(caseKey) {
      // It becomes a part of a search.
      if (!/^[A-Z][A-Z0-9_]{1,19}$/.test(rndProject))
        throw new IntegrationError(`${name} has no project ${rndProject}. Enter the key of the project of R&D.`, {
          fault: 'blocked',
        })
      return find(rndProject, { caseKey, subject: '' })
    },
    async create(issue) {
      const names = await issueTypes(rndProject)
      const typeName = TYPES.find((usual) => names.includes(usual)) ?? names[0]
      return create(rndProject, {
        ...fieldsOf(issue),
        caseKey: issue.key,
        type: 'CASE',
        typeName,
        labels: [],
        reporterEmail: '',
      })
    },
    edit: (id, issue) => edit({ id, caseKey: issue.key }, fieldsOf(issue)),
  }
}
