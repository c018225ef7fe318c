import { useLocation, useMatches } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useCustomLabel } from '#kit/web/page-label.ts'
import { useAccount } from '#kit/web/who/account.tsx'
import { keptTrail, saveRecentPages, visit } from './trail.ts'

/** The page on screen as the shell shows it, and the visits that led to it; also writes the document's title. */
export function useTrail() {
  const { pathname, searchStr } = useLocation()
  const title = useCustomLabel()
  const account = useAccount()
  const matches = useMatches()
  const label = title?.label ?? matches.at(-1)?.staticData.label?.() ?? ''
  const [trail, setTrail] = useState(keptTrail)
  const nowhere = title?.nowhere ?? false
  const accountName = account?.displayName ?? null
  useEffect(() => {
    if (label === '') return
    document.title = `Headend – ${label}`
    setTrail((before) => visit(before, { path: pathname, search: searchStr, label, account: accountName, nowhere }))
  }, [pathname, searchStr, label, accountName, nowhere])
  useEffect(() => saveRecentPages(trail), [trail])
  return { visits: trail, label, note: title?.note, back: title?.back }
}
