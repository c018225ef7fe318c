import { useRef, useState } from 'react'
import { listAttachments } from '#features/support/attachments/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import {
  accountCasesUpdated,
  type CaseMessage,
  casesUpdated,
  countCases,
  type ListedCase,
  readCase,
  readCaseHistory,
  searchCases,
} from '#features/support/cases/contract.ts'
import { listComments, listInternalComments } from '#features/support/comments/contract.ts'
import { queryClient, refresh } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import type { List } from '#kit/web/table/use-list.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { patchRow } from './case-rows-cache.ts'
import type { CaseScope } from './case-scope.ts'

/**
 * Listens to the cases of a list. Changes are counted, never moved: rows stay in place until the user requests the new
 * ones. The open case is read again at once.
 */
export function useNewCases(scope: CaseScope, list: List<ListedCase>): { fresh: number; showFresh: () => void } {
  const changedKeys = useRef(new Set<string>())
  const [fresh, setFresh] = useState(0)
  const onMessage = (message: CaseMessage | null) => {
    if (message === null) return void refresh(searchCases, countCases, ...partsOfCase)
    if (message.internal !== scope.internal || (scope.account && message.account !== scope.account.name)) return
    refreshCase(message.key)
    void refresh(countCases)
    patchRow(message.key, {
      status: message.status,
      priority: message.priority,
      subject: message.subject,
      unread: true,
    })
    changedKeys.current.add(message.key)
    setFresh(changedKeys.current.size)
  }
  useCaseMessages(scope.account?.name, onMessage)
  return {
    fresh,
    showFresh: () => {
      changedKeys.current.clear()
      setFresh(0)
      list.refetch()
    },
  }
}

/** Listens to cases: staff to those of every account, also to what only they see, such as the state of a tracker. */
export function useCaseMessages(account: string | undefined, onMessage: (message: CaseMessage | null) => void): void {
  const staff = useAllows(seeInternal)
  const { vendor } = useMe()
  useTopic(casesUpdated, staff ? { vendor: vendor.id } : undefined, onMessage)
  useTopic(accountCasesUpdated, !staff && account ? { account } : undefined, onMessage)
}

const partsOfCase = [readCase, listComments, listInternalComments, listAttachments, readCaseHistory]

/** Reads one case and its parts again, where they are on screen. */
export function refreshCase(key: string): void {
  const stale = new Set<unknown>(partsOfCase.map(({ name }) => name))
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [name, input] }) => stale.has(name) && JSON.stringify(input).includes(`"${key}"`),
  })
}
