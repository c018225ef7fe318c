import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { listUsers, readUser, type User } from '#features/users/user-management/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { changeUserRoles, mayGrant } from '../contract.ts'
import { useText } from '../texts.ts'
import { type Cell, cellOf, type Draft, holdsRole, isChecked, keyOf, toggleCell, updatesOf } from './role-cells.ts'

/**
 * The drafted changes of a user's roles, until they are saved at once. A role named in the address
 * (`?give=MANAGER:nordfeld-kabel`) is ticked initially.
 */
export function useRoleDraft(user: User) {
  const t = useText()
  const actor = usePrincipal()
  const { give } = useSearch({ strict: false }) as { give?: string }
  const [draft, setDraft] = useState<Draft>(() => {
    const requestedCell = give === undefined ? undefined : cellOf(give)
    const open =
      requestedCell &&
      mayGrant(actor, requestedCell.role, requestedCell.account) &&
      !holdsRole(user.roles, requestedCell)
    return new Map(open ? [[keyOf(requestedCell), true]] : [])
  })
  const updates = updatesOf(user.roles, draft)
  const [stale, setStale] = useState(false)
  const discard = () => setDraft(new Map())
  const saving = useMutationOf(changeUserRoles, {
    refreshes: [readUser, listUsers],
    onSuccess: () => {
      discard()
      toast({ title: t('matrix.saved') })
    },
    onProblem: (problem) => (problem.code === 'reauthentication-required' ? setStale(true) : showError(problem)),
  })
  return {
    changes: updates.length,
    /** The account of the role in the address. */
    asked: give === undefined ? null : cellOf(give).account,
    ticked: (cell: Cell) => isChecked(user.roles, draft, cell),
    changed: (cell: Cell) => isChecked(user.roles, draft, cell) !== holdsRole(user.roles, cell),
    toggle: (cell: Cell) => setDraft((before) => toggleCell(user.roles, before, cell)),
    discard,
    save: () =>
      saving.mutate({
        params: { id: user.id },
        body: { updates },
        version: user.version,
      }),
    busy: saving.isPending,
    /** The server requires a newer sign-in. */
    stale,
    closeStale: () => setStale(false),
  }
}
export type RoleDraft = ReturnType<typeof useRoleDraft>
