import { NumberInput, Textarea, TextInput } from '@mantine/core'
import { type Case, readCase, readCaseHistory } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { convertToOutage, listOutages, outageReasonNames } from '../contract.ts'
import { useText } from '../texts.ts'
import { wire } from './typed-time.ts'

type Values = {
  started?: string
  correction?: string
  totalCmsAffected: number
  reason: (typeof outageReasonNames)[number]
  planOfAction: string
}

/** Converts a case to an outage, with what is known of it so far. */
export function ConvertDialog({ found, onClose }: { found: Case; onClose: () => void }) {
  const t = useText()
  const initial: Values = { totalCmsAffected: 0, reason: 'unknown', planOfAction: '' }
  const form = useContractForm<Values>(convertToOutage.body, initial)
  const convert = useMutationOf(convertToOutage, {
    refreshes: [readCase, readCaseHistory, listOutages],
    onSuccess: () => {
      toast({ title: t('convert.done', { key: found.key }) })
      onClose()
    },
    onProblem: applyServerErrors(form),
  })
  return (
    <FormDialog
      title={t('convert.title', { key: found.key })}
      submitLabel={t('convert.send')}
      pending={convert.isPending}
      colour="red"
      onSubmit={form.onSubmit((body) => convert.mutate({ query: { issueKey: found.key }, body }))}
      onClose={onClose}
    >
      <p>{t('convert.text', { account: found.accountDisplayName })}</p>
      <TextInput
        label={t('convert.started')}
        description={t('convert.startedHint')}
        placeholder="2026-11-23 14:05"
        error={form.errors.started && t('edit.time')}
        onChange={({ currentTarget: { value } }) =>
          form.setFieldValue('started', value.trim() ? wire(value) : undefined)
        }
      />
      <NumberInput
        data-autofocus
        min={0}
        allowDecimal={false}
        hideControls
        label={t('convert.affected')}
        {...form.getInputProps('totalCmsAffected')}
      />
      <Select
        label={t('convert.reason')}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        data={outageReasonNames.map((value) => ({ value, label: t(`reason.${value}`) }))}
        {...form.getInputProps('reason')}
      />
      <Textarea autosize minRows={3} label={t('convert.plan')} {...form.getInputProps('planOfAction')} />
      {(form.errors.correction || form.values.correction !== undefined) && (
        <TextInput required maxLength={1000} label={t('convert.correction')} {...form.getInputProps('correction')} />
      )}
    </FormDialog>
  )
}
