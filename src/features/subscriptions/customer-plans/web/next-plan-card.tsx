import { Card } from '#kit/web/look/card.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import type { CustomerPlanDetail } from '../contract.ts'
import { useNextText, useTermsText } from '../texts.ts'
import { useNextPlan } from './next-plan.ts'
import classes from './subscription-page.module.css'

/** What the next plan in display order has that the account's does not. */
export function NextPlanCard({ found }: { found: CustomerPlanDetail }) {
  const t = useTermsText()
  const tNext = useNextText()
  const next = useNextPlan(found)
  if (!next) return null
  const { plan, different, same } = next
  return (
    <Card
      title={tNext('title', { plan: plan.name })}
      note={tNext('count', { count: different.length, total: different.length + same.length })}
      flush
    >
      {different.length === 0 ? (
        <p className={classes.empty}>{tNext('nothing')}</p>
      ) : (
        <PlainTable
          label={tNext('title', { plan: plan.name })}
          rows={different}
          id={({ name }) => name}
          columns={[
            { id: 'service', label: t('services.name'), cell: ({ service }) => service },
            { id: 'here', label: tNext('here', { plan: found.plan?.name ?? t('noPlan') }), cell: ({ here }) => here },
            { id: 'there', label: plan.name, cell: ({ there }) => <strong>{there}</strong> },
          ]}
        />
      )}
      {same.length > 0 && (
        <p className={classes.same}>
          {tNext('same', { count: same.length, names: same.map(({ service }) => service).join(', ') })}
        </p>
      )}
    </Card>
  )
}
