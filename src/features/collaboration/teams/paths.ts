import { pagePath } from '#kit/contract/page-path.ts'

/** The teams of the vendor. */
export const teamsPath = pagePath('/teams')

/** The teams of an account. */
export const accountTeamsPath = pagePath('/$account/$accountId/teams')
