import { accountPath } from '#kit/web/who/account.tsx'
import type { BundleRelease } from '../contract.ts'

/** The page of a release: under its account. */
export function releasePath({ id, account, accountId }: Pick<BundleRelease, 'id' | 'account' | 'accountId'>): string {
  return `${accountPath({ name: account, id: accountId })}/software/${id}`
}
