import type { BundleRelease } from '#features/software/releases/contract.ts'
import { accountPath } from '#kit/web/who/account.tsx'

/** The page of a release: under its account. */
export function releasePath({ id, account, accountId }: Pick<BundleRelease, 'id' | 'account' | 'accountId'>): string {
  return `${accountPath({ name: account, id: accountId })}/software/${id}`
}
