import { valueText } from '#features/subscriptions/plans/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { type CustomerPlanDetail, type EffectiveService, previewSubscriptions } from '../contract.ts'
import { useText } from './text.ts'

/** The effect of another plan on the account, before it is saved. */
export function PlanPreview({ found, plan }: { found: CustomerPlanDetail; plan: string | null }) {
  const t = useText()
  const same = plan === (found.plan?.id ?? null)
  const { data } = useQueryOf(previewSubscriptions, { body: { accounts: [found.accountId], plan } }, { enabled: !same })
  if (same || !data) return null
  const [preview] = data._embedded.accounts
  const serviceOf = (name: string) => found.services.find(({ facet }) => facet.name === name)?.facet
  const shown = (name: string, value: EffectiveService['effective']) => {
    const facet = serviceOf(name)
    if (!facet || value === null) return t('services.none')
    return value.booleanValue === undefined ? valueText(facet, value) : t(value.booleanValue ? 'yes' : 'no')
  }
  const count = (name: string, number: number) =>
    serviceOf(name)?.unit === 'bytes' ? formatBytes(number) : formatCount(number)
  if (!preview) return <p role="status">{t('preview.nothing')}</p>
  return (
    <div role="status" className="form-stack">
      {preview.exceeded.map(({ facet, used, limit }) => (
        <InlineAlert key={facet.name} colour="orange">
          {t('preview.exceeded', {
            service: facet.subcategory,
            used: count(facet.name, used),
            limit: count(facet.name, limit),
          })}
        </InlineAlert>
      ))}
      <div>
        <strong>{t('preview.title')}</strong>
        <ul>
          {preview.changes.map(({ facet, before, after }) => (
            <li key={facet.name}>
              {t('history.change', {
                field: facet.subcategory,
                before: shown(facet.name, before),
                after: shown(facet.name, after),
              })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
