import { Textarea } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { monthName } from '#kit/web/time/month-name.ts'
import { disputeSlaLine, readSlaStat, type SlaReceipt } from '../contract.ts'
import { useDisputeText } from '../texts.ts'

type Props = { receipt: SlaReceipt; outage: string; onClose: () => void }

/** Asks why the line of an outage is disputed, and opens the case. */
export function DisputeLine({ receipt, outage, onClose }: Props) {
  const t = useDisputeText()
  const form = useContractForm<{ key: string; reason: string }>(disputeSlaLine.body, { key: outage, reason: '' })
  const open = useMutationOf(disputeSlaLine, {
    refreshes: [readSlaStat],
    onSuccess: ({ outages }) => {
      const openDispute = outages.find(({ key }) => key === outage)?.disputes.at(-1)
      toast({ title: t('done', { key: openDispute?.key ?? '' }) })
      onClose()
    },
    onProblem: applyServerErrors(form),
  })
  return (
    <FormDialog
      size={520}
      title={t('title', { key: outage, month: monthName(receipt.yearMonth) })}
      submitLabel={t('open')}
      pending={open.isPending}
      onClose={onClose}
      onSubmit={form.onSubmit(({ reason }) =>
        open.mutate({ params: { id: receipt.id }, body: { key: outage, reason } }),
      )}
    >
      <p>{t('text')}</p>
      <Textarea
        required
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
        label={t('reason')}
        {...form.getInputProps('reason')}
        error={form.errors.reason && (form.values.reason.trim() ? form.errors.reason : t('reasonMissing'))}
      />
    </FormDialog>
  )
}
