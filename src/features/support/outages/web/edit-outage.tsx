import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { editOutage, listOutages, type Outage, outageReasonNames, readOutage } from '../contract.ts'
import { useText } from '../texts.ts'
import { TIME, timeText, wire } from './typed-time.ts'

/** Changes the fields of an outage; times are in UTC, to the minute. */
export function EditOutage({ outage, onClose }: { outage: Outage; onClose: () => void }) {
  const t = useText()
  const wrong = (value: string) => (TIME.test(value.trim()) ? null : t('edit.time'))
  const form = useForm({
    initialValues: {
      started: timeText(outage.started),
      ended: timeText(outage.ended),
      totalCmsAffected: outage.totalCmsAffected as number | string,
      reason: outage.reason as string,
      cmtsVersion: outage.cmtsVersion ?? '',
      rpdVersion: outage.rpdVersion ?? '',
      planOfAction: outage.planOfAction,
      correction: '',
    },
    validate: { started: wrong, ended: (value) => (value.trim() ? wrong(value) : null) },
  })
  const save = useMutationOf(editOutage, {
    refreshes: [readOutage, listOutages],
    onSuccess: () => {
      toast({ title: t('edit.done', { key: outage.key }) })
      onClose()
    },
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.status === 412) showError(problem, { text: t('edit.stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit(({ started, ended, reason, totalCmsAffected, correction, ...rest }) => {
    const chosenReason = outageReasonNames.find((name) => name === reason) ?? 'unknown'
    save.mutate({
      params: { key: outage.key },
      version: outage.version,
      body: {
        ...(started === timeText(outage.started) ? {} : { started: wire(started) }),
        ...(ended === timeText(outage.ended) ? {} : { ended: ended.trim() ? wire(ended) : null }),
        totalCmsAffected: Number(totalCmsAffected) || 0,
        reason: chosenReason,
        cmtsVersion: rest.cmtsVersion.trim() || null,
        rpdVersion: rest.rpdVersion.trim() || null,
        planOfAction: rest.planOfAction,
        ...(correction.trim() ? { correction } : {}),
      },
    })
  })
  return (
    <FormDialog
      title={t('edit.title', { key: outage.key })}
      size={560}
      submitLabel={t('edit.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput required data-autofocus label={t('edit.started')} {...form.getInputProps('started')} />
      <TextInput label={t('edit.ended')} description={t('edit.endedHint')} {...form.getInputProps('ended')} />
      <NumberInput
        min={0}
        allowDecimal={false}
        hideControls
        label={t('edit.affected')}
        {...form.getInputProps('totalCmsAffected')}
      />
      <Select
        label={t('page.reason')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={outageReasonNames.map((value) => ({ value, label: t(`reason.${value}`) }))}
        {...form.getInputProps('reason')}
      />
      <TextInput maxLength={100} label={t('page.cmts')} {...form.getInputProps('cmtsVersion')} />
      <TextInput maxLength={100} label={t('page.rpd')} {...form.getInputProps('rpdVersion')} />
      <Textarea autosize minRows={3} label={t('page.plan')} {...form.getInputProps('planOfAction')} />
      <TextInput
        maxLength={1000}
        label={t('edit.correction')}
        description={t('edit.correctionHint')}
        {...form.getInputProps('correction')}
      />
    </FormDialog>
  )
}
