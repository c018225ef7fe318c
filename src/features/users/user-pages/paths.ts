import { pagePath } from '#kit/contract/page-path.ts'

/** The users of the portal. */
export const usersPath = pagePath('/admin/users', ['state'])

/** A user. */
export const userPath = pagePath('/admin/users/$userId', ['give'])

/** The users of an account. */
export const accountUsersPath = pagePath('/$account/$accountId/users')

/** A user of an account. */
export const accountUserPath = pagePath('/$account/$accountId/users/$userId', ['give'])
