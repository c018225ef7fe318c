import { useRef } from 'react'
import { listUsers, type User } from '#features/users/user-management/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { type ListState, useListState } from '#kit/web/table/list-state.ts'
import { useList } from '#kit/web/table/use-list.ts'
import { useSelection } from '#kit/web/table/use-selection.ts'
import { useAccountScope } from './use-account-scope.ts'

const filters = ['q', 'account', 'side', 'state', 'role', 'provider', 'mfa', 'inUse'] as const

/** The list of users of the page: its rows, its figures, and the ticked users. */
export function useUserList() {
  const { within } = useAccountScope()
  const state: ListState = useListState({ filters, sort: 'fullName,ASC' })
  const query = { ...state.query, ...(within ? { account: [within.name] } : {}) }
  const list = useList(listUsers, { query })
  const account = within ? [within.name] : (state.filters.account ?? [])
  const about = { size: 1, ...(account.length > 0 ? { account: [...account] } : {}) }
  const figures = useQueryOf(listUsers, { query: about }, { keep: true }).data
  const selection = useSelection((index) => list.rowAt(index)?.id, query)
  return { state, query, list, figures, selection, ticked: useTicked(list, selection.ids) }
}

/** The ticked users, also when scrolled out of sight. */
function useTicked(
  { length, rowAt }: { length: number; rowAt: (index: number) => User | undefined },
  ids: ReadonlySet<string>,
): User[] {
  const seen = useRef(new Map<string, User>())
  for (let index = 0; index < length; index++) {
    const user = rowAt(index)
    if (user) seen.current.set(user.id, user)
  }
  return [...ids].flatMap((id) => seen.current.get(id) ?? [])
}
