import { useLocation, useMatches, useNavigate } from '@tanstack/react-router'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'

/** Moves to another account: to the same page of it where that page is an account's, else to its dashboard. */
export function useSwitchAccount(): (account: AccountChoice) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const ofAccount = useMatches().at(-1)?.fullPath.startsWith('/$account/$accountId/') ?? false
  return (account) => {
    const place = [account.name, account.id].map(encodeURIComponent)
    const samePage = ['', ...place, ...pathname.split('/').slice(3, 5)].join('/')
    void navigate({ href: ofAccount ? samePage : accountDashboardPath({ account }) })
  }
}
