import { NumberInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { editSlaTarget, listSlaTargets, type SlaTarget } from '../contract.ts'
import { useText } from '../texts.ts'

const minutesOf = (value: number | string) => (value === '' ? null : Number(value))

/** Changes the targets of a plan for a priority. */
export function EditTarget({ target, onClose }: { target: SlaTarget; onClose: () => void }) {
  const t = useText()
  const { plan, priority, version } = target
  const form = useForm({
    initialValues: {
      firstResponse: (target.firstResponse ?? '') as number | string,
      nextUpdate: (target.nextUpdate ?? '') as number | string,
      resolution: (target.resolution ?? '') as number | string,
      counted: target.business ? 'business' : 'clock',
    },
  })
  const save = useMutationOf(editSlaTarget, {
    refreshes: [listSlaTargets],
    onSuccess: () => {
      toast({ title: t('targets.saved') })
      onClose()
    },
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.status === 412) showError(problem, { text: t('targets.stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit(({ firstResponse, nextUpdate, resolution, counted }) =>
    save.mutate({
      params: { plan, priority },
      version,
      body: {
        firstResponse: minutesOf(firstResponse),
        nextUpdate: minutesOf(nextUpdate),
        resolution: minutesOf(resolution),
        business: counted === 'business',
      },
    }),
  )
  return (
    <FormDialog
      title={t('targets.dialog', { plan: t(`plan.${plan}`), priority: t(`priority.${priority}`) })}
      size={440}
      submitLabel={t('targets.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {(['firstResponse', 'nextUpdate', 'resolution'] as const).map((name) => (
        <NumberInput
          key={name}
          min={1}
          max={1_000_000}
          allowDecimal={false}
          hideControls
          label={t(`targets.${name}`)}
          description={t('targets.minutes')}
          {...form.getInputProps(name)}
        />
      ))}
      <Select
        label={t('targets.counted')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={(['business', 'clock'] as const).map((value) => ({ value, label: t(`targets.${value}`) }))}
        {...form.getInputProps('counted')}
      />
    </FormDialog>
  )
}
