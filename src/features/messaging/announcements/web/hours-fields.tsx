import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type Weekday, weekdays } from '#features/messaging/delivery-times/contract.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import type { NotificationHours } from '../contract/settings-shapes.ts'
import { useText } from '../texts.ts'

const NIGHT = { from: '22:00', until: '07:00' }

/** When digests come, and the hours in which mail and browser notifications wait. */
export function HoursFields({
  hours,
  timeZone,
  onChange,
}: {
  hours: NotificationHours
  timeZone: string
  onChange(hours: NotificationHours): void
}) {
  const t = useText()
  const { quiet } = hours
  const [wrong, setWrong] = useState<'from' | 'until'>()
  const choose = (field: 'from' | 'until', value: string) => {
    if (!quiet || value === '' || value === quiet[field]) return setWrong(undefined)
    const newQuiet = { ...quiet, [field]: value }
    const same = newQuiet.from === newQuiet.until
    setWrong(same ? field : undefined)
    if (!same) onChange({ ...hours, quiet: newQuiet })
  }
  const time = (field: 'from' | 'until') =>
    quiet && (
      <TextInput
        type="time"
        label={t(`hours.${field}`)}
        key={quiet[field]}
        defaultValue={quiet[field]}
        error={wrong === field && t('hours.same')}
        onBlur={({ currentTarget: { value } }) => choose(field, value)}
      />
    )
  return (
    <Card title={t('hours.title')} note={t('hours.zone', { zone: timeZone.replaceAll('_', ' ') })}>
      <div className="form-stack">
        <div className="form-fields">
          <Select
            label={t('hours.digestHour')}
            allowDeselect={false}
            data={Array.from({ length: 24 }, (_, hour) => ({
              value: String(hour),
              label: `${String(hour).padStart(2, '0')}:00`,
            }))}
            value={String(hours.digestHour)}
            onChange={(hour) => onChange({ ...hours, digestHour: Number(hour) })}
          />
          <Select
            label={t('hours.digestDay')}
            allowDeselect={false}
            data={weekdays.map((day) => ({ value: day, label: t(`day.${day}`) }))}
            value={hours.digestDay}
            onChange={(day) => day && onChange({ ...hours, digestDay: day as Weekday })}
          />
        </div>
        <Checkbox
          label={t('hours.quiet')}
          description={t('hours.quietNote')}
          checked={quiet !== null}
          onChange={(event) => onChange({ ...hours, quiet: event.currentTarget.checked ? NIGHT : null })}
        />
        {quiet && (
          <div className="form-fields">
            {time('from')}
            {time('until')}
          </div>
        )}
      </div>
    </Card>
  )
}
