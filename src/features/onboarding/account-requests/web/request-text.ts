import { useAccounts } from '#kit/web/who/account.tsx'
import type { AccountRequest } from '../contract.ts'

/** What a request asks for, in a few words. */
export function useRequestName(): (request: AccountRequest) => string {
  const accounts = useAccounts()
  return ({ wanted }) => {
    const account = accounts.find(({ name }) => name === wanted.account)?.displayName ?? wanted.account
    return wanted.displayName ?? `${account} · ${wanted.deployment?.name ?? ''}`
  }
}

/** The state that the badge shows: how far it is made, until it is. */
export function shownState({ requestStatus, provisioningStatus }: AccountRequest) {
  return provisioningStatus && provisioningStatus !== 'DONE' ? provisioningStatus : requestStatus
}
