import { lazy, Suspense } from 'react'
import { readMe } from '#features/users/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'

const ActingBar = lazy(() => import('./acting-bar.tsx').then((part) => ({ default: part.ActingBar })))

/** While one acts as somebody else: as whom, why, how long still, and the way out. */
export function ImpersonationBar() {
  const { data: me } = useQueryOf(readMe, {})
  return <Suspense>{me?.impersonateMode && <ActingBar name={me.fullName} mode={me.impersonateMode} />}</Suspense>
}
