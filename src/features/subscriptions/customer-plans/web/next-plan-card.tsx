import { Link } from '@tanstack/react-router'
import { comparePlans, listPlans } from '#features/subscriptions/plans/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { accountPath, useAccount } from '#kit/web/who/account.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import type { CustomerPlanDetail, EffectiveService } from '../contract.ts'
import { useText } from './text.ts'
import { useValueText } from './use-value-text.ts'

/** What the next plan in display order has that the account's does not, and a case that asks about it. */
export function NextPlanCard({ found }: { found: CustomerPlanDetail }) {
  const t = useText()
  const textOf = useValueText()
  const may = useAllows(comparePlans)
  const account = useAccount()
  const plans = useQueryOf(listPlans, {}, { enabled: may }).data?._embedded.plans ?? []
  const next = plans[plans.findIndex(({ id }) => id === found.plan?.id) + 1]
  if (!next || !account) return null
  const shown = (facet: EffectiveService['facet'], value: EffectiveService['effective']) =>
    textOf(facet, value) || t('services.none')
  const lines = found.services.flatMap(({ facet, effective }) => {
    const value = next.services.find((one) => one.facet.name === facet.name)?.constraintValue ?? null
    const [before, after] = [shown(facet, effective), shown(facet, value)]
    return before === after ? [] : [{ name: facet.name, field: facet.subcategory, before, after }]
  })
  const question = new URLSearchParams({
    subject: t('next.subject', { plan: next.name }),
    description: t('next.text', {
      current: found.plan?.name ?? t('noPlan'),
      plan: next.name,
      csm: found.csm?.fullName ?? t('next.csm'),
    }),
  })
  return (
    <Card
      title={t('next.title', { plan: next.name })}
      right={<Link to={`${accountPath(account)}/support/new?${question}`}>{t('next.ask')}</Link>}
    >
      {lines.length === 0 && <p>{t('next.nothing')}</p>}
      <ul>
        {lines.map(({ name, ...line }) => (
          <li key={name}>{t('history.change', line)}</li>
        ))}
      </ul>
    </Card>
  )
}
