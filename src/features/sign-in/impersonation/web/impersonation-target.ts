import { useSyncExternalStore } from 'react'

/** A user who may be impersonated. */
export type ImpersonationTarget = { readonly id: string; readonly fullName: string; readonly username: string }
type Open = { readonly user: ImpersonationTarget | null } | null

let open: Open = null
const listeners = new Set<() => void>()

function set(next: Open): void {
  open = next
  for (const listener of listeners) listener()
}

/** Opens the dialog, for this user or to find one. */
export function openImpersonateDialog(user: ImpersonationTarget | null): void {
  set({ user })
}

/** Whether the dialog is open, and for whom. */
export function useRequested(): { asked: Open; close: () => void } {
  const requestedTarget = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )
  return { asked: requestedTarget, close: () => set(null) }
}
