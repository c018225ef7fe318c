import { useParams } from '@tanstack/react-router'
import { type AccountChoice, accountPath, useAccount } from '#kit/web/who/account.tsx'

/** Whether the page is about the users of one account, and the path of its users' pages. */
export function useAccountScope(): { within: AccountChoice | null; path: string } {
  const { accountId } = useParams({ strict: false }) as { accountId?: string }
  const account = useAccount()
  const within = accountId === undefined ? null : account
  return { within, path: within ? `${accountPath(within)}/users` : '/admin/users' }
}
