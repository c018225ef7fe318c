import { NumberInput, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatCount } from '#kit/web/text/format-count.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import {
  editSlaStat,
  exclusions,
  listSignedSlaMonths,
  listSlaPeriods,
  listSlaStats,
  readSlaStat,
  type SlaReceipt,
} from '../contract.ts'
import { useText } from '../texts.ts'

type Props = { receipt: SlaReceipt; onClose: () => void; onSaved: () => void }

/** Edits one line of a month, or recounts it, with a reason. */
export function EditSlaMonth({ receipt, onClose, onSaved }: Props) {
  const t = useText()
  const month = monthName(receipt.yearMonth)
  const first = receipt.outages[0]
  const form = useForm({
    initialValues: { key: '', treatment: 'counted', modems: '' as number | string, reason: '' },
    validate: { reason: (value) => (value.trim() ? null : t('edit.reasonMissing')) },
  })
  const line = receipt.outages.find(({ key }) => key === form.values.key)
  const save = useMutationOf(editSlaStat, {
    refreshes: [listSlaStats, listSlaPeriods, listSignedSlaMonths, readSlaStat],
    onSuccess: () => {
      toast({ title: t('edit.done', { month }) })
      onSaved()
      onClose()
    },
    onProblem: (problem) => {
      for (const { path, message } of problem.fields)
        form.setFieldError(path.includes('Counted') ? 'modems' : path.includes('outages') ? 'key' : path, message)
      if (problem.status === 412) showError(problem, { text: t('edit.stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit(({ key, treatment, modems, reason }) =>
    save.mutate({
      params: { id: receipt.id },
      version: receipt.version,
      body: {
        reason,
        outages: key
          ? [
              {
                key,
                excludedBecause: exclusions.find((name) => name === treatment) ?? null,
                totalCmsAffectedCounted: modems === '' ? null : Number(modems),
              },
            ]
          : [],
      },
    }),
  )
  const select = { allowDeselect: false, withScrollArea: false, comboboxProps: { withinPortal: false } } as const
  return (
    <FormDialog
      size={560}
      title={t('edit.title', { month })}
      submitLabel={t('edit.save')}
      pending={save.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      {first && (
        <Select
          {...select}
          label={t('edit.outage')}
          data={[
            { value: '', label: t('edit.noOutage') },
            ...receipt.outages.map(({ key, subject }) => ({ value: key, label: `${key} ${subject}` })),
          ]}
          {...form.getInputProps('key')}
          onChange={(key) => {
            const chosenOutage = receipt.outages.find((one) => one.key === key)
            form.setValues({
              key: key ?? '',
              treatment: exclusions.find((name) => name === chosenOutage?.excludedBecause) ?? 'counted',
              modems:
                chosenOutage && chosenOutage.totalCmsAffectedCounted < chosenOutage.totalCmsAffected
                  ? chosenOutage.totalCmsAffectedCounted
                  : '',
            })
          }}
        />
      )}
      {line && (
        <>
          <Select
            {...select}
            label={t('edit.treatment')}
            data={[
              { value: 'counted', label: t('exclusion.counted') },
              ...exclusions.map((value) => ({ value, label: t(`exclusion.${value}`) })),
            ]}
            {...form.getInputProps('treatment')}
          />
          <NumberInput
            min={0}
            allowDecimal={false}
            hideControls
            label={t('edit.modems')}
            description={t('edit.modemsHint', { count: formatCount(line.totalCmsAffected) })}
            {...form.getInputProps('modems')}
          />
        </>
      )}
      <Textarea
        required
        autosize
        minRows={2}
        maxLength={1000}
        label={t('edit.reason')}
        description={t('edit.reasonHint')}
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
