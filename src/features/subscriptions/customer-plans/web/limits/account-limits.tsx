import type { Account } from '#features/accounts/accounts/contract.ts'
import { PlanCard } from './plan-card.tsx'
import { StorageCard } from './storage-card.tsx'

/** The limits of the account itself: its seats, and the storage of its files. */
export function AccountLimits({ account }: { account: Account }) {
  return (
    <>
      <PlanCard account={account} />
      <StorageCard account={account} />
    </>
  )
}
