import { formatDuration } from '#kit/web/time/write-span.ts'
import type { PreviewedAccount } from '../contract.ts'
import { useTargetsText } from '../texts.ts'

type Target = PreviewedAccount['slaTargets'][number]
const clocks = ['firstResponse', 'nextUpdate', 'resolution'] as const

/** The targets of cases that change with a plan. */
export function PreviewedTargets({ targets }: { targets: readonly Target[] }) {
  const t = useTargetsText()
  const shown = (minutes: Target['before'], clock: (typeof clocks)[number]) => {
    const span = formatDuration(minutes[clock])
    if (span === null) return t('noTarget')
    return minutes.business ? t('business', { span }) : span
  }
  const lines = targets.flatMap(({ priority, before, after }) =>
    clocks
      .map((clock) => ({ priority, clock, before: shown(before, clock), after: shown(after, clock) }))
      .filter((line) => line.before !== line.after),
  )
  return lines.map(({ priority, clock, before, after }) => (
    <li key={`${priority} ${clock}`}>
      {t('change', {
        field: t('target', { clock: t(`${clock}`), priority: t(`priority.${priority}`) }),
        before,
        after,
      })}
    </li>
  ))
}
