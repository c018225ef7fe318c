import { Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { editSlaHours, readSlaHours, type SlaHours, slaPlans } from '../contract.ts'
import { useText } from '../texts.ts'
import { commaParts, spansOf, spansText, weekdays } from './weekly-text.ts'

const DATE = /^\d{4}-\d{2}-\d{2}$/

/** Changes the business hours and the SLA plan of an account. */
export function EditHours({ hours, onClose }: { hours: SlaHours; onClose: () => void }) {
  const t = useText()
  const spans = (day: number) => (value: string) => (spansOf(value, day) ? null : t('hours.wrong'))
  const form = useForm<Record<string, string>>({
    initialValues: {
      plan: hours.plan,
      holidays: hours.holidays.join(', '),
      ...Object.fromEntries(weekdays.map((day) => [`day${day}`, spansText(hours.weekly, day)])),
    },
    validate: {
      holidays: (value = '') => (commaParts(value).every((date) => DATE.test(date)) ? null : t('hours.wrongDates')),
      ...Object.fromEntries(weekdays.map((day) => [`day${day}`, spans(day)])),
    },
  })
  const save = useMutationOf(editSlaHours, {
    refreshes: [readSlaHours],
    onSuccess: () => {
      toast({ title: t('hours.saved') })
      onClose()
    },
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path === 'weekly' ? 'day1' : path, message)
      if (problem.status === 412) showError(problem, { text: t('hours.stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit(({ plan, holidays = '', ...days }) =>
    save.mutate({
      query: { account: hours.account },
      version: hours.version,
      body: {
        plan: slaPlans.find((name) => name === plan) ?? hours.plan,
        holidays: commaParts(holidays),
        weekly: weekdays.flatMap((day) => spansOf(days[`day${day}`] ?? '', day) ?? []),
      },
    }),
  )
  return (
    <FormDialog
      title={t('hours.dialog', { account: hours.account })}
      size={520}
      submitLabel={t('hours.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Select
        label={t('hours.plan')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={slaPlans.map((value) => ({ value, label: t(`plan.${value}`) }))}
        {...form.getInputProps('plan')}
      />
      {weekdays.map((day) => (
        <TextInput
          key={day}
          label={t(`weekday.${day}`)}
          {...(day === 1 ? { description: t('hours.hint') } : {})}
          {...form.getInputProps(`day${day}`)}
        />
      ))}
      <Textarea
        autosize
        label={t('hours.holidays')}
        description={t('hours.holidaysHint')}
        {...form.getInputProps('holidays')}
      />
    </FormDialog>
  )
}
