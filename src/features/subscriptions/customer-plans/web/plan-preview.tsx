import { useQueryOf } from '#kit/web/data/query.ts'
import { type CustomerPlanDetail, previewSubscriptions } from '../contract.ts'
import { useTermsText } from '../texts.ts'
import { PreviewedChanges } from './previewed-changes.tsx'

/** The effect of another plan on the account, before it is saved. */
export function PlanPreview({ found, plan }: { found: CustomerPlanDetail; plan: string | null }) {
  const t = useTermsText()
  const same = plan === (found.plan?.id ?? null)
  const { data } = useQueryOf(previewSubscriptions, { body: { accounts: [found.accountId], plan } }, { enabled: !same })
  if (same || !data) return null
  const [preview] = data._embedded.accounts
  if (!preview) return <p role="status">{t('preview.nothing')}</p>
  return (
    <div role="status" className="form-stack">
      <strong>{t('preview.title')}</strong>
      <PreviewedChanges preview={preview} services={found.services.map(({ facet }) => facet)} />
    </div>
  )
}
