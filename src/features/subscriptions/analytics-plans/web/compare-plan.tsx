import type { FacetValue } from '#features/accounts/accounts/contract.ts'
import { listFacets } from '#features/subscriptions/plans/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { IconAlertTriangle } from '#kit/web/icons/icons.generated.ts'
import { Modal } from '#kit/web/look/modal.tsx'
import { Callout } from '#kit/web/look/strip.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatAge } from '#kit/web/time/time.ts'
import { type AnalyticsPlan, listAnalyticsPlans, pushAnalyticsPlan, readAnalyticsSystem } from '../contract.ts'
import { useText } from './text.ts'

type Line = { readonly name: string; readonly portal: string; readonly analytics: string }

/** What differs between the portal and the analytics system for one account, with the button that pushes it. */
export function ComparePlan({
  found,
  mayPush,
  onClose,
}: {
  found: AnalyticsPlan
  mayPush: boolean
  onClose: () => void
}) {
  const t = useText()
  const account = found.accountDisplayName
  const push = useMutationOf(pushAnalyticsPlan, {
    refreshes: [listAnalyticsPlans, readAnalyticsSystem],
    onSuccess: ({ state }) => {
      toast({ title: t(state === 'Synced' ? 'pushDone' : 'pushRequested', { account }) })
      onClose()
    },
    onProblem: (problem) => showError(problem),
  })
  const title = t('compareTitle', { account })
  if (found.state === 'Synced' || !mayPush)
    return (
      <Modal opened centered size={720} title={title} onClose={onClose}>
        {found.state === 'Synced' ? <p>{t('same')}</p> : <Differences found={found} />}
      </Modal>
    )
  return (
    <FormDialog
      title={title}
      size={720}
      submitLabel={t('pushNow')}
      pending={push.isPending}
      onSubmit={() => push.mutate({ params: { accountId: found.accountId }, body: { plan: found.plan } })}
      onClose={onClose}
    >
      <Differences found={found} />
    </FormDialog>
  )
}

function Differences({ found }: { found: AnalyticsPlan }) {
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
    const known = services.find(({ name, analyticsOverride }) => (analyticsOverride ?? name) === service)
    return {
      name: known?.subcategory ?? service,
      portal: textOf(portal, known?.unit),
      analytics: textOf(analytics, known?.unit),
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
