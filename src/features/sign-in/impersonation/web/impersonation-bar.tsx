import { lazy, Suspense } from 'react'
import { readMe } from '#features/users/users/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'

const ImpersonationBanner = lazy(() =>
  import('./acting-bar.tsx').then((part) => ({ default: part.ImpersonationBanner })),
)

/** While one acts as somebody else: as whom, why, how long still, and the way out. */
export function ImpersonationBar() {
  const { data: me } = useQueryOf(readMe, {})
  return (
    <Suspense>{me?.impersonateMode && <ImpersonationBanner name={me.fullName} mode={me.impersonateMode} />}</Suspense>
  )
}
