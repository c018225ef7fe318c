import { isVendor } from '#features/access/roles/contract.ts'
import type { SupportStats } from '#features/accounts/accounts/contract.ts'
import { Stats } from '#kit/web/look/figure.tsx'
import { formatAge } from '#kit/web/time/time.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'

/** Placeholder until the figures are loaded; the note keeps its line. */
const unknownFigure = { value: '–', note: '\u00a0' }

/** The support figures of one account. */
export function AccountFigures({ stats }: { stats: SupportStats | undefined }) {
  const t = useText()
  const vendor = isVendor(usePrincipal())
  // Not loaded yet is not the same as missing.
  const missing = stats ? { value: t('figure.missing'), note: t('figure.missingNote') } : unknownFigure
  const response = formatDuration(stats?.medianFirstResponseMinutes)
  const resolution = formatDuration(stats?.medianResolutionMinutes)
  const waiting = stats?.waitingForCustomer ?? 0
  return (
    <Stats
      figures={[
        {
          id: 'open',
          label: t('figure.open'),
          value: stats?.open ?? '–',
          note: stats ? priorities(stats, t) : unknownFigure.note,
        },
        {
          id: 'waiting',
          label: t(vendor ? 'figure.waiting' : 'figure.waitingYou'),
          value: stats ? waiting : '–',
          tone: waiting > 0 ? 'orange' : undefined,
          note: stats ? waitingNote(stats, t) : unknownFigure.note,
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
          note: resolution ? t('figure.resolvedNote', { time: resolution }) : unknownFigure.note,
        },
        { id: 'people', label: t('figure.people'), value: stats?.usersInUse ?? '–', note: t('figure.peopleNote') },
      ]}
    />
  )
}

function waitingNote({ oldestWaitingSince }: SupportStats, t: ReturnType<typeof useText>): string {
  return oldestWaitingSince ? t('figure.oldest', { age: formatAge(oldestWaitingSince) }) : t('figure.waitingNone')
}

function priorities({ open, openByPriority: counts }: SupportStats, t: ReturnType<typeof useText>): string {
  if (open === 0) return t('figure.openNone')
  const parts = { critical: counts.CRITICAL, high: counts.HIGH, other: counts.MEDIUM + counts.LOW }
  return (['critical', 'high', 'other'] as const)
    .filter((part) => parts[part] > 0)
    .map((part) => t(`priority.${part}`, { count: parts[part] }))
    .join(' · ')
}
