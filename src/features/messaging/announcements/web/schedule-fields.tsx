import { Chip, NumberInput, TextInput } from '@mantine/core'
import { weekdays } from '#features/messaging/delivery-times/contract.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { useText } from '../texts.ts'
import type { AnnouncementForm } from './announcement-form.ts'
import classes from './editor.module.css'

const whens = ['NOW', 'ONCE', 'DAILY', 'WEEKLY', 'MONTHLY'] as const
const stops = ['NEVER', 'OCCURRENCES', 'DATE'] as const

/** When it is delivered, how it repeats, and when that stops. */
export function ScheduleFields({ form }: { form: AnnouncementForm }) {
  const t = useText()
  const { values, errors } = form
  const { when } = values
  return (
    <Card
      title={t('edit.when')}
      right={
        <SegmentedControl
          small
          aria-label={t('edit.when')}
          value={when}
          onChange={(value) => form.setFieldValue('when', value)}
          options={whens.map((value) => ({ value, label: t(`edit.${value}`) }))}
        />
      }
    >
      {when !== 'NOW' && (
        <div className="form-stack">
          <div className={classes.pair}>
            <TextInput
              type="datetime-local"
              label={t('edit.at')}
              {...form.getInputProps('at')}
              error={errors.deliveryTime}
            />
            <Select
              label={t('edit.zoneOf')}
              allowDeselect={false}
              withScrollArea={false}
              comboboxProps={{ withinPortal: false }}
              data={(['AUTHOR', 'RECIPIENT'] as const).map((value) => ({
                value,
                label: t(`edit.${value}`, { zone: values.timeZone.replaceAll('_', ' ') }),
              }))}
              {...form.getInputProps('timeZoneOf')}
            />
          </div>
          {when !== 'ONCE' && <Repetition form={form} when={when} />}
        </div>
      )}
    </Card>
  )
}

function Repetition({ form, when }: { form: AnnouncementForm; when: 'DAILY' | 'WEEKLY' | 'MONTHLY' }) {
  const t = useText()
  const { values, errors } = form
  return (
    <>
      <div className={classes.inline}>
        <NumberInput
          min={1}
          max={365}
          allowDecimal={false}
          className={classes.number ?? ''}
          label={t('edit.every')}
          {...form.getInputProps('interval')}
        />
        <span className={classes.unit}>{t(`edit.every${when}`)}</span>
      </div>
      {when === 'WEEKLY' && (
        <fieldset className={classes.days}>
          <legend className={classes.label}>{t('edit.days')}</legend>
          <Chip.Group
            multiple
            value={values.daysOfWeek}
            onChange={(days) => form.setFieldValue('daysOfWeek', days as typeof values.daysOfWeek)}
          >
            {weekdays.map((day) => (
              <Chip key={day} value={day} size="xs">
                {t(`day.${day}`)}
              </Chip>
            ))}
          </Chip.Group>
          {errors.daysOfWeek && <p className={classes.error}>{errors.daysOfWeek}</p>}
        </fieldset>
      )}
      {when === 'MONTHLY' && (
        <TextInput
          label={t('edit.monthDays')}
          description={t('edit.monthDaysHint')}
          {...form.getInputProps('daysOfMonth')}
        />
      )}
      <div className={classes.inline}>
        <div>
          <div className={classes.label} id="announcement-stop">
            {t('edit.stops')}
          </div>
          <SegmentedControl
            aria-labelledby="announcement-stop"
            value={values.stop}
            onChange={(stop) => form.setFieldValue('stop', stop)}
            options={stops.map((value) => ({ value, label: t(`edit.${value}`) }))}
          />
        </div>
        {values.stop === 'OCCURRENCES' && (
          <NumberInput
            min={1}
            max={1000}
            allowDecimal={false}
            className={classes.number ?? ''}
            label={t('edit.times')}
            {...form.getInputProps('occurrences')}
            error={errors['stoppingPoint.occurrences']}
          />
        )}
        {values.stop === 'DATE' && (
          <TextInput
            type="date"
            label={t('edit.stopDate')}
            {...form.getInputProps('stopDate')}
            error={errors['stoppingPoint.date']}
          />
        )}
      </div>
    </>
  )
}
