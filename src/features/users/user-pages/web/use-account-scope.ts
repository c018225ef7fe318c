import { useParams } from '@tanstack/react-router'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { accountUserPath, accountUsersPath, userPath, usersPath } from '../paths.ts'

/** Whether the page is about the users of one account, and the paths of its users and of each of them. */
export function useAccountScope(): {
  within: AccountChoice | null
  path: string
  pathOf: (userId: string) => string
} {
  const { accountId } = useParams({ strict: false }) as { accountId?: string }
  const account = useAccount()
  const within = accountId === undefined ? null : account
  return {
    within,
    path: within ? accountUsersPath({ account: within }) : usersPath(),
    pathOf: (userId) => (within ? accountUserPath({ account: within, userId }) : userPath({ userId })),
  }
}
