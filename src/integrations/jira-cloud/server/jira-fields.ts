import { RND_PROJECT, type TrackerSystem } from '#features/support/tracker/server/index.ts'
import { adapterTexts } from '../texts.ts'

/** The project of R&D issues on the same site. */
export const rndField: TrackerSystem['fields'][number] = {
  name: RND_PROJECT,
  label: adapterTexts.rndProject,
  type: 'text',
  help: adapterTexts.rndProjectHelp,
}

/** The fields of Jira besides address and login. */
export const jiraFields: TrackerSystem['fields'] = [
  { name: 'internalRole', label: adapterTexts.internalRole, type: 'text', help: adapterTexts.internalRoleHelp },
  { name: 'issueType', label: adapterTexts.issueType, type: 'text', help: adapterTexts.issueTypeHelp },
  rndField,
]

export function rndProjectOf(settings: Readonly<Record<string, string>>): {
  rndProject: string | undefined
  place: string
} {
  const rndProject = settings[RND_PROJECT]?.trim().toUpperCase() || undefined
  return { rndProject, place: `${settings.url?.replace(/\/$/, '').toLowerCase()} ${rndProject ?? ''}` }
}
