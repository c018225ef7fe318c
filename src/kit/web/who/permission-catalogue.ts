import { useEffect, useState } from 'react'
import type { Permission } from '#kit/contract/permission.ts'

let load: () => Promise<readonly Permission[]> = () => Promise.resolve([])

/** The application sets, once, where the list of all permissions is; it is fetched when a page first shows it. */
export function registerPermissions(loader: () => Promise<readonly Permission[]>): void {
  load = loader
}

/** Every permission of the product in the order of its areas; empty until the list is loaded. */
export function usePermissions(): readonly Permission[] {
  const [permissions, setPermissions] = useState<readonly Permission[]>([])
  useEffect(() => {
    let here = true
    void load().then((catalogue) => here && setPermissions(catalogue))
    return () => {
      here = false
    }
  }, [])
  return permissions
}
