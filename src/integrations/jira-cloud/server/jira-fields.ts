import { RND_PROJECT, type TrackerSystem } from '#features/support/tracker/server/index.ts'
import en from '../messages/en.json' with { type: 'json' }

/** The project of R&D issues on the same site. */
export const rndField: TrackerSystem['fields'][number] = {
  name: RND_PROJECT,
  label: en.rndProject,
  type: 'text',
  help: en.rndProjectHelp,
}

/** The fields of Jira besides address and login. */
export const jiraFields: TrackerSystem['fields'] = [
  { name: 'internalRole', label: en.internalRole, type: 'text', help: en.internalRoleHelp },
  { name: 'issueType', label: en.issueType, type: 'text', help: en.issueTypeHelp },
  rndField,
]

export function rndProjectOf(settings: Readonly<Record<string, string>>): {
  rndProject: string | undefined
  place: string
} {
  const rndProject = settings[RND_PROJECT]?.trim().toUpperCase() || undefined
  return { rndProject, place: `${settings.url?.replace(/\/$/, '').toLowerCase()} ${rndProject ?? ''}` }
}
