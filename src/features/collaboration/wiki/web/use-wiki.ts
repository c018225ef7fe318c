import { seeInternal } from '#features/support/case-access/contract.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import type { AccountChoice } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  internalSharedWikiChanged,
  internalWikiChanged,
  listWikiPages,
  listWikiVersions,
  readWikiPage,
  sharedWikiChanged,
  type WikiNode,
  wikiChanged,
  writeWiki,
} from '../contract.ts'

/** What a change of a page makes stale. */
export const stale = [listWikiPages, readWikiPage, listWikiVersions] as const

/** The shared pages and, with an account, those of it. Both are fetched again as soon as another user changes one. */
export function useWiki(account: AccountChoice | null) {
  const isStaff = useAllows(seeInternal)
  const own = account === null ? undefined : { account: account.name }
  const again = () => void refresh(...stale)
  useTopic(wikiChanged, own, again)
  useTopic(internalWikiChanged, isStaff ? own : undefined, again)
  useTopic(sharedWikiChanged, {}, again)
  useTopic(internalSharedWikiChanged, isStaff ? {} : undefined, again)
  return useEveryOf<WikiNode>(listWikiPages, { query: { ...own, size: 500 } })
}

/** Whether the user may write pages of an account (its name), or, with null, the shared ones. */
export function useMayWrite(account: string | null): boolean {
  const isStaff = useAllows(seeInternal)
  const mayWrite = useAllows(writeWiki, account ?? undefined)
  return account === null ? isStaff && mayWrite : mayWrite
}

/** Whether the user reads and writes pages that only vendor staff see. */
export function useIsStaff(): boolean {
  return useAllows(seeInternal)
}
