import { texts } from '#kit/contract/texts.ts'
import { IconUsers } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { readTeams } from '../contract/read-teams.ts'
import { accountTeamsPath, teamsPath } from '../paths.ts'

const { text: label } = texts('teams-labels', {
  teams: 'Teams',
})

const teamsEntry = { label: () => label('teams'), guard: { only: [readTeams] } }
const page = { ...teamsEntry, load: async () => ({ Page: (await import('./teams-page.tsx')).TeamsPage }) }

/** Teams: all of them, and those of an account. */
export const teamsWeb: FeatureWeb = {
  name: 'teams',
  pages: [
    { ...page, path: teamsPath },
    { ...page, path: accountTeamsPath },
  ],
  rail: [
    {
      ...teamsEntry,
      id: 'teams',
      section: 'main',
      order: 9,
      icon: IconUsers,
      to: (account) => (account ? accountTeamsPath({ account }) : teamsPath()),
    },
  ],
}
