import { TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import { useText } from '../texts.ts'
import { type Draft, repeats } from './event-draft.ts'

const reminders = ['none', '0', '15', '60', '1440', '10080'] as const

/** Whether an event repeats, until when, and its reminder. */
export function RepeatFields(props: { draft: Draft; set: (part: Partial<Draft>) => void; error: string | undefined }) {
  const t = useText()
  const { draft, set, error } = props
  const { repeat, until, notification } = draft
  const isSimple = notification.length === 0 || (notification.length === 1 && isReminder(String(notification[0])))
  const keptOption = {
    value: 'kept',
    label: t('form.reminderKept', { text: notification.map((count) => t('form.minutesBefore', { count })).join(', ') }),
  }
  return (
    <div className="form-fields">
      <Select
        label={t('form.repeat')}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={[
          ...(repeat === 'KEEP' ? [{ value: 'KEEP', label: t('form.repeat_KEEP') }] : []),
          ...repeats.map((value) => ({ value, label: t(`form.repeat_${value}`) })),
        ]}
        value={repeat}
        error={error}
        onChange={(value) => set({ repeat: repeats.find((one) => one === value) ?? 'KEEP' })}
      />
      {repeat !== 'NONE' && repeat !== 'KEEP' && (
        <TextInput
          type="date"
          label={t('form.until')}
          description={t('form.untilHint')}
          value={until}
          onChange={(change) => set({ until: change.currentTarget.value })}
        />
      )}
      <Select
        label={t('form.reminder')}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={[
          ...(isSimple ? [] : [keptOption]),
          ...reminders.map((value) => ({ value, label: t(`form.reminder_${value}`) })),
        ]}
        value={isSimple ? String(notification[0] ?? 'none') : 'kept'}
        onChange={(value) =>
          value && value !== 'kept' && set({ notification: value === 'none' ? [] : [Number(value)] })
        }
      />
    </div>
  )
}

function isReminder(value: string): boolean {
  return reminders.some((one) => one === value)
}
