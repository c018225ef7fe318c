import type { AccountRequest } from '../contract.ts'

/** What a request asks for, in a few words. */
export function nameOf({ wanted }: AccountRequest): string {
  return wanted.displayName ?? `${wanted.account} · ${wanted.deployment?.name ?? ''}`
}

/** The state that the badge shows: how far it is made, until it is. */
export function shownState({ requestStatus, provisioningStatus }: AccountRequest) {
  return provisioningStatus && provisioningStatus !== 'DONE' ? provisioningStatus : requestStatus
}
