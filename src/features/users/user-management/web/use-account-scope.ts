import { useParams } from '@tanstack/react-router'
import { type AccountChoice, accountPath, useAccount } from '#kit/web/who/account.tsx'

/** Whether the page is about the people of one account, and where its people's pages are. */
export function useAccountScope(): { within: AccountChoice | null; path: string } {
  const { accountId } = useParams({ strict: false }) as { accountId?: string }
  const account = useAccount()
  const within = accountId === undefined ? null : account
  return { within, path: within ? `${accountPath(within)}/users` : '/admin/users' }
}
