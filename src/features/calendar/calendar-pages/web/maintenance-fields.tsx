import { TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import { TagsInput } from '#kit/web/form/tags-input.tsx'
import { useText } from '../texts.ts'
import type { Draft } from './event-draft.ts'

const impacts = ['NO-IMPACT', 'REDUCED-REDUNDANCY', 'DEGRADED', 'OUTAGE'] as const
const states = ['TENTATIVE', 'CONFIRMED', 'IN-PROCESS', 'COMPLETED', 'CANCELLED'] as const
const list = { withScrollArea: false, comboboxProps: { withinPortal: false } } as const

/** The change number, impact, status and objects of planned work. */
export function MaintenanceFields(props: {
  draft: Draft
  set: (part: Partial<Draft>) => void
  error: string | undefined
}) {
  const t = useText()
  const { draft, set, error } = props
  const isOther = (all: readonly string[], value: string) => !all.includes(value)
  return (
    <>
      <div className="form-fields">
        <TextInput
          maxLength={60}
          label={t('form.changeId')}
          value={draft.changeId}
          error={error}
          onChange={(change) => set({ changeId: change.currentTarget.value })}
        />
        <Select
          label={t('form.impact')}
          {...list}
          data={[
            ...impacts.map((value) => ({ value, label: t(`form.impact_${value}`) })),
            ...(isOther(impacts, draft.impact) ? [{ value: draft.impact, label: draft.impact }] : []),
          ]}
          value={draft.impact}
          onChange={(value) => value && set({ impact: value })}
        />
        <Select
          label={t('form.status')}
          {...list}
          data={[
            ...states.map((value) => ({ value, label: t(`form.status_${value}`) })),
            ...(isOther(states, draft.status) ? [{ value: draft.status, label: draft.status }] : []),
          ]}
          value={draft.status}
          onChange={(value) => value && set({ status: value })}
        />
      </div>
      <TagsInput
        label={t('form.objects')}
        description={t('form.objectsHint')}
        value={[...draft.objects]}
        onChange={(objects) => set({ objects })}
      />
    </>
  )
}
