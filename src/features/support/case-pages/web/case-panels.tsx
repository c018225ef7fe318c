import { Suspense } from 'react'
import type { Case } from '#features/support/cases/contract.ts'
import { LoadingRows } from '#kit/web/states/loading.tsx'
import { type CasePanel, panelsOf } from './case-extensions.ts'

/** What other features show of a case at a place. */
export function CasePanels({ found, place }: { found: Case; place: CasePanel['place'] }) {
  return panelsOf(found, place).map(({ id, Panel }) => (
    <Suspense key={id} fallback={<LoadingRows rows={2} />}>
      <Panel found={found} />
    </Suspense>
  ))
}
