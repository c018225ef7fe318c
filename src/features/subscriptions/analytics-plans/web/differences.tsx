import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { listFacets } from '#features/subscriptions/plans/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { Callout } from '#kit/web/look/strip.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatAge } from '#kit/web/time/time.ts'
import type { AnalyticsPlan } from '../contract.ts'
import { useText } from '../texts.ts'

type Line = { readonly name: string; readonly portal: string; readonly analytics: string }

/** The services of one account whose values differ, and the push that waits or failed. */
export function Differences({ found }: { found: AnalyticsPlan }) {
  const t = useText()
  const services = useQueryOf(listFacets, {}).data?._embedded.facets ?? []
  const textOf = (value: FacetValue | null, unit: string | null | undefined) => {
    if (value === null) return t('none')
    if (value.booleanValue !== undefined) return t(value.booleanValue ? 'yes' : 'no')
    if (value.listValue !== undefined) return value.listValue
    if (value.isInfinity) return t('unlimited')
    const number = value.numberValue ?? 0
    return unit === 'bytes' ? formatBytes(number) : `${formatCount(number)} ${unit ?? ''}`.trim()
  }
  const lines: Line[] = found.differences.map(({ service, portal, analytics }) => {
    const knownService = services.find(({ name, analyticsOverride }) => (analyticsOverride ?? name) === service)
    return {
      name: knownService?.subcategory ?? service,
      portal: textOf(portal, knownService?.unit),
      analytics: textOf(analytics, knownService?.unit),
    }
  })
  const plan = { name: t('plan'), portal: found.plan ?? t('none'), analytics: found.analyticsPlan ?? t('none') }
  return (
    <>
      {found.push && <PushCallout push={found.push} />}
      <PlainTable
        label={t('differences')}
        columns={[
          { id: 'service', label: t('service'), cell: ({ name }) => name },
          { id: 'portal', label: t('inPortal'), cell: ({ portal }) => portal },
          { id: 'analytics', label: t('inAnalytics'), cell: ({ analytics }) => analytics },
        ]}
        rows={found.plan === found.analyticsPlan ? lines : [plan, ...lines]}
        id={({ name }) => name}
      />
    </>
  )
}

function PushCallout({ push }: { push: NonNullable<AnalyticsPlan['push']> }) {
  const t = useText()
  const title = push.state === 'FAILED' ? t('pushFailed') : t('pushWaits', { age: formatAge(push.at) })
  return (
    <Callout
      colour={push.state === 'FAILED' ? 'red' : 'blue'}
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title}
    >
      {push.error}
    </Callout>
  )
}
