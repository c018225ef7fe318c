import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { type AccountChoice, accountPath } from '#kit/web/who/account.tsx'

/** Moves to another account: to the same page of it where that page is an account's, else to its dashboard. */
export function useSwitchAccount(): (account: AccountChoice) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const ofAccount = useMatches().at(-1)?.fullPath.startsWith('/$account/$accountId/') ?? false
  return (account) => {
    const rest = ofAccount ? pathname.split('/').slice(3, 5).join('/') : 'dashboard'
    void navigate({ to: `${accountPath(account)}/${rest}` })
  }
}
