import type { Service } from '#features/subscriptions/plans/contract.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { formatDuration } from '#kit/web/time/write-span.ts'
import type { EffectiveService, PreviewedAccount } from '../contract.ts'
import { useTargetsText, useTermsText } from '../texts.ts'
import { useValueText } from './use-value-text.ts'

/** The effect of a change on one account: limits below their use, users beyond the seats, services that change. */
export function PreviewedChanges(props: {
  preview: PreviewedAccount
  services: readonly Pick<Service, 'name' | 'valueType' | 'unit'>[]
}) {
  const t = useTermsText()
  const textOf = useValueText()
  const { preview, services } = props
  const serviceOf = (name: string) => services.find((service) => service.name === name)
  const valueShown = (name: string, value: EffectiveService['effective']) => {
    const service = serviceOf(name)
    if (!service || value === null) return t('services.none')
    return textOf(service, value)
  }
  const count = (name: string, number: number) =>
    serviceOf(name)?.unit === 'bytes' ? formatBytes(number) : formatCount(number)
  return (
    <>
      {preview.exceeded.map(({ facet, used, limit }) => (
        <InlineAlert key={facet.name} colour="orange">
          {t('preview.exceeded', {
            service: facet.subcategory,
            used: count(facet.name, used),
            limit: count(facet.name, limit),
          })}
        </InlineAlert>
      ))}
      {preview.usersBeyond.length > 0 && <p>{t('preview.usersBeyond', { names: preview.usersBeyond.join(', ') })}</p>}
      <ul>
        {preview.changes.map(({ facet, before, after }) => (
          <li key={facet.name}>
            {t('history.change', {
              field: facet.subcategory,
              before: valueShown(facet.name, before),
              after: valueShown(facet.name, after),
            })}
          </li>
        ))}
        <PreviewedTargets targets={preview.slaTargets} />
      </ul>
    </>
  )
}

type Target = PreviewedAccount['slaTargets'][number]
const clocks = ['firstResponse', 'nextUpdate', 'resolution'] as const

/** The targets of cases that change with a plan. */
function PreviewedTargets({ targets }: { targets: readonly Target[] }) {
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
