import type { AccountChoice } from '#kit/web/who/account.tsx'
import { accountWikiPagePath, accountWikiPath, wikiPagePath, wikiPath } from '../paths.ts'

/** The address of an account's wiki; null = the vendor's. */
export function wikiAt(account: AccountChoice | null): string {
  return account ? accountWikiPath({ account }) : wikiPath()
}

/** The address of a page in an account's wiki; null = the vendor's. `q` is the search that stays beside it. */
export function wikiPageAt(
  account: Pick<AccountChoice, 'name' | 'id'> | null,
  pageId: string,
  search: { readonly q?: string | undefined } = {},
): string {
  return account ? accountWikiPagePath({ account, pageId }, search) : wikiPagePath({ pageId }, search)
}
