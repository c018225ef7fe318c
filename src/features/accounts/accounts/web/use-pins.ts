import { useMemo } from 'react'
import { useSettings } from '#features/users/users/web/index.ts'

/** The accounts that the user pinned, and the function to pin or unpin one. */
export function usePins(): { pins: ReadonlySet<string>; toggle: (accountId: string) => void } {
  const { settings, change } = useSettings()
  const pins = useMemo(() => new Set(settings.pinnedAccounts), [settings.pinnedAccounts])
  return {
    pins,
    toggle: (accountId) => {
      const next = new Set(pins)
      if (!next.delete(accountId)) next.add(accountId)
      change({ pinnedAccounts: [...next] })
    },
  }
}
