import { pagePath } from '#kit/contract/page-path.ts'

/** The requests to join an account. */
export const joinRequestsPath = pagePath('/admin/requests/join')

/** The requests to join this account. */
export const accountJoinRequestsPath = pagePath('/$account/$accountId/requests')

/** Where mails about requests to join lead. */
export const joinLandingPath = pagePath('/account/$accountName/harmonicId')
