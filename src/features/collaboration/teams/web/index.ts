import { IconUsers } from '#kit/web/icons/icons.generated.ts'
import type { FeatureWeb } from '#kit/web/pages.ts'
import { accountPath } from '#kit/web/who/account.tsx'
import { readTeams } from '../contract/team-permissions.ts'
import { label } from './label.ts'

const guard = { only: [readTeams] }
const load = async () => ({ Page: (await import('./teams-page.tsx')).TeamsPage })

/** Teams: all of them, and those of an account. */
export const teamsWeb: FeatureWeb = {
  name: 'teams',
  pages: [
    { path: '/teams', label: () => label('teams'), guard, load },
    { path: '/$account/$accountId/teams', label: () => label('teams'), guard, load },
  ],
  rail: [
    {
      id: 'teams',
      section: 'main',
      order: 9,
      label: () => label('teams'),
      icon: IconUsers,
      guard,
      to: (account) => (account ? `${accountPath(account)}/teams` : '/teams'),
    },
  ],
}
