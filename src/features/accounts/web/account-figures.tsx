import { isVendor } from '#features/roles/contract.ts'
import { Figures } from '#kit/web/look/figure.tsx'
import { writeAge } from '#kit/web/time/time.ts'
import { useActor } from '#kit/web/who/me.tsx'
import type { SupportStats } from '../contract.ts'
import { useText } from './text.ts'
import { writeSpan } from './write-span.ts'

/** The support figures of one account. */
export function AccountFigures({ stats }: { stats: SupportStats | undefined }) {
  const t = useText()
  const vendor = isVendor(useActor())
  const missing = { value: t('figure.missing'), note: t('figure.missingNote') }
  const response = writeSpan(stats?.medianFirstResponseMinutes)
  const resolution = writeSpan(stats?.medianResolutionMinutes)
  const waiting = stats?.waitingForCustomer ?? 0
  return (
    <Figures
      figures={[
        { id: 'open', label: t('figure.open'), value: stats?.open ?? '–', note: priorities(stats, t) },
        {
          id: 'waiting',
          label: t(vendor ? 'figure.waiting' : 'figure.waitingYou'),
          value: stats ? waiting : '–',
          tone: waiting > 0 ? 'orange' : undefined,
          note: stats?.oldestWaitingSince
            ? t('figure.oldest', { age: writeAge(stats.oldestWaitingSince) })
            : t('figure.waitingNone'),
        },
        {
          id: 'response',
          label: t('figure.response'),
          ...(response ? { value: response, note: t('figure.responseOne') } : missing),
        },
        {
          id: 'resolution',
          label: t('figure.resolution'),
          ...(resolution ? { value: resolution, note: t('figure.responseOne') } : missing),
        },
        {
          id: 'resolved',
          label: t('figure.resolved'),
          value: stats?.resolvedPast30Days ?? '–',
          note: resolution && t('figure.resolvedNote', { time: resolution }),
        },
        { id: 'people', label: t('figure.people'), value: stats?.usersInUse ?? '–', note: t('figure.peopleNote') },
      ]}
    />
  )
}

function priorities(stats: SupportStats | undefined, t: ReturnType<typeof useText>): string {
  const counts = stats?.openByPriority
  if (!counts || stats.open === 0) return t('figure.openNone')
  const parts = { critical: counts.critical, high: counts.high, other: counts.medium + counts.low }
  return (['critical', 'high', 'other'] as const)
    .filter((part) => parts[part] > 0)
    .map((part) => t(`priority.${part}`, { count: parts[part] }))
    .join(' · ')
}
