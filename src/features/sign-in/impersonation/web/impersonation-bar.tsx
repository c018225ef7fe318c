import { Suspense } from 'react'
import { readMe } from '#features/users/users/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'

const ImpersonationBanner = lazyNamed(() => import('./acting-bar.tsx'), 'ImpersonationBanner')

/** During an impersonation: as whom, why, the remaining time, and the exit. */
export function ImpersonationBar() {
  const { data: me } = useQueryOf(readMe, {})
  return (
    <Suspense>{me?.impersonateMode && <ImpersonationBanner name={me.fullName} mode={me.impersonateMode} />}</Suspense>
  )
}
