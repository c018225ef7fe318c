import { useAccounts } from '#kit/web/who/account.tsx'
import type { AccountRequest } from '../contract.ts'

/** A short name for a request. */
export function useRequestName(): (request: AccountRequest) => string {
  const accounts = useAccounts()
  return ({ wanted }) => {
    const account = accounts.find(({ name }) => name === wanted.account)?.displayName ?? wanted.account
    return wanted.displayName ?? `${account} · ${wanted.deployment?.name ?? ''}`
  }
}

/** The state of the badge: the provisioning state, until it is done. */
export function shownState({ requestStatus, provisioningStatus }: AccountRequest) {
  return provisioningStatus && provisioningStatus !== 'DONE' ? provisioningStatus : requestStatus
}
