import { Suspense } from 'react'
import type { FileCheck } from '#kit/contract/file-check.ts'
import { lazyNamed } from '../lazy-named.ts'
import { StateBadge } from '../look/badge.tsx'

const ExplainedFileCheck = lazyNamed(() => import('./explained-file-check.tsx'), 'ExplainedFileCheck')

/** What users have to know of a file before they open it, explained on hover and focus; nothing for a clean file. */
export function FileCheckBadge({ check }: { check: FileCheck }) {
  if (check === null) return null
  return (
    <Suspense fallback={<StateBadge kind="check" state={check.state} />}>
      <ExplainedFileCheck check={check} />
    </Suspense>
  )
}
