import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type Case, readCase } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { advanceReturn, readReturn } from '../contract.ts'
import { useText } from '../texts.ts'

type Props = { found: Case; version: number; next: 'approved' | 'shipped' | 'received'; onClose: () => void }

/** Makes the next step of a hardware return; a shipment has a carrier and a tracking number. */
export function AdvanceDialog({ found, version, next, onClose }: Props) {
  const t = useText()
  const form = useForm({ initialValues: { carrier: '', trackingNumber: '', replacementSerial: '' } })
  const advance = useMutationOf(advanceReturn, {
    refreshes: [readReturn, readCase],
    onSuccess: () => {
      toast({ title: t('advance.done', { key: found.key, state: t(`state.${next}`) }) })
      onClose()
    },
    onProblem: (problem) => {
      for (const { path, message } of problem.fields) form.setFieldError(path, message)
      if (problem.status === 412) showError(problem, { text: t('advance.stale'), asWarning: true })
      else if (problem.fields.length === 0) showError(problem)
    },
  })
  const submit = form.onSubmit((values) => {
    const typed = Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))
    advance.mutate({ query: { issueKey: found.key }, version, body: { state: next, ...typed } })
  })
  return (
    <FormDialog
      title={t(`next.${next}`)}
      submitLabel={t(`next.${next}`)}
      pending={advance.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{t('advance.text', { account: found.accountDisplayName })}</p>
      {next === 'shipped' && (
        <>
          <TextInput required maxLength={100} label={t('advance.carrier')} {...form.getInputProps('carrier')} />
          <TextInput required maxLength={100} label={t('advance.tracking')} {...form.getInputProps('trackingNumber')} />
          <TextInput maxLength={50} label={t('advance.replacement')} {...form.getInputProps('replacementSerial')} />
        </>
      )}
    </FormDialog>
  )
}
