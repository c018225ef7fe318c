import type { TrackerSystem } from '#features/support/tracker/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The fields of Jira besides address and login. */
export const jiraFields: TrackerSystem['fields'] = [
  { name: 'internalRole', label: en.internalRole, type: 'text', help: en.internalRoleHelp },
  { name: 'issueType', label: en.issueType, type: 'text', help: en.issueTypeHelp },
]
