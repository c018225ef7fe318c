import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { listFacets } from '#features/subscriptions/plans/contract.ts'
import { valueText } from '#features/subscriptions/plans/web/index.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { leavingPath } from '#kit/web/links/leaving-address.ts'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatMoney } from '#kit/web/text/money.ts'
import { formatDate, formatDateTime } from '#kit/web/time/time.ts'
import {
  type CustomerPlanDetail,
  type EffectiveService,
  listSubscriptionHistory,
  readSubscriptionOn,
  type SubscriptionChange,
} from '../contract.ts'
import { useTermsText } from '../texts.ts'
import classes from './subscription-page.module.css'
import { useValueText } from './use-value-text.ts'

/** The agreed terms. Value, quote and revenue are included for staff alone. */
export function ContractCard({ found, right }: { found: CustomerPlanDetail; right?: React.ReactNode }) {
  const t = useTermsText()
  const { currency } = found
  const money = (amount: number | null) => amount !== null && currency !== null && formatMoney(amount, currency)
  const date = (day: string | null) => day && formatDate(day)
  return (
    <Card title={t('contract.title')} right={right}>
      <DescriptionList
        lines={[
          [t('contract.trial'), t(found.freeTrial ? 'yes' : 'no')],
          [t('list.start'), date(found.contractStartDate)],
          [t('contract.length'), found.contractLength !== null && t('contract.years', { count: found.contractLength })],
          [t('list.modems'), found.cmNumber !== null && formatCount(found.cmNumber)],
          [t('list.value'), money(found.contractValue)],
          [t('list.arr'), money(found.arr)],
          [t('list.mrr'), money(found.mrr)],
          [
            t('contract.quote'),
            found.quoteUrl && <a href={leavingPath({ to: found.quoteUrl })}>{t('contract.openQuote')}</a>,
          ],
          [t('contract.additional'), found.additionalFeatures],
        ]}
      />
    </Card>
  )
}

/** Each service: the value of the plan, the account's own, and the effective one. */
export function ServicesCard({ services }: { services: readonly EffectiveService[] }) {
  const t = useTermsText()
  const textOf = useValueText()
  return (
    <Card title={t('services.title')} note={t('services.note')} flush>
      <PlainTable
        label={t('services.title')}
        rows={services}
        id={({ facet }) => facet.name}
        columns={[
          { id: 'category', label: t('services.category'), wide: true, cell: ({ facet }) => facet.category },
          { id: 'name', label: t('services.name'), cell: ({ facet }) => facet.subcategory },
          {
            id: 'plan',
            label: t('services.plan'),
            wide: true,
            cell: (row) => textOf(row.facet, row.planValue) || t('services.none'),
          },
          {
            id: 'override',
            label: t('services.override'),
            wide: true,
            cell: (row) => textOf(row.facet, row.override) || '–',
          },
          {
            id: 'effective',
            label: t('services.effective'),
            cell: (row) => <strong>{textOf(row.facet, row.effective) || t('services.none')}</strong>,
          },
        ]}
      />
    </Card>
  )
}

/** Who changed what, newest first. */
export function HistoryCard({ found }: { found: CustomerPlanDetail }) {
  const t = useTermsText()
  const query = useQueryOf(listSubscriptionHistory, {
    params: { id: found.id },
    query: { size: 50 },
  })
  const services = useQueryOf(listFacets, {}).data?._embedded.facets ?? []
  const rows = query.data?._embedded.changes ?? []
  const nameOf = (field: string) => {
    const service = services.find(({ name }) => name === field)
    return service ? service.subcategory : t(`field.${field}` as 'field.plan')
  }
  const shownOf = (field: string, value: unknown) => {
    if (value === null || value === undefined || value === '') return t('history.nothing')
    const service = services.find(({ name }) => name === field)
    if (service && typeof value === 'object') return valueText(service, value)
    if (field === 'storage' && typeof value === 'number') return formatBytes(value)
    if (field === 'contractValue' && found.currency) return formatMoney(Number(value), found.currency)
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (value === 'unlimited') return t('usage.none')
    return typeof value === 'number' ? formatCount(value) : String(value)
  }
  const line = (field: string, change: unknown) => {
    const [before, after] = change as readonly [unknown, unknown]
    return t('history.change', { field: nameOf(field), before: shownOf(field, before), after: shownOf(field, after) })
  }
  const [day, setDay] = useState('')
  const on = useQueryOf(readSubscriptionOn, { params: { id: found.id, day } }, { enabled: day !== '' }).data
  return (
    <Card title={t('history.title')} flush>
      <div className={classes.on}>
        <TextInput
          type="date"
          label={t('history.on')}
          description={t('history.onHint')}
          value={day}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        {on && (
          <DescriptionList
            lines={Object.entries(on.terms).map(([field, value]) => [nameOf(field), shownOf(field, value)])}
          />
        )}
      </div>
      <QueryView query={query} rows={3}>
        {() => rows.length === 0 && <p className={classes.empty}>{t('history.empty')}</p>}
      </QueryView>
      {rows.length > 0 && (
        <PlainTable
          label={t('history.title')}
          rows={rows}
          id={({ id }: SubscriptionChange) => id}
          columns={[
            { id: 'at', label: t('history.at'), width: 9, cell: ({ at }) => formatDateTime(at) },
            { id: 'by', label: t('history.by'), width: 10, wide: true, cell: ({ by }) => by },
            {
              id: 'changes',
              label: t('history.changes'),
              cell: ({ changes }) =>
                Object.entries(changes).map(([field, change]) => <div key={field}>{line(field, change)}</div>),
            },
          ]}
        />
      )}
    </Card>
  )
}
