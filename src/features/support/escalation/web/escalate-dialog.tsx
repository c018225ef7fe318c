import { Textarea, TextInput } from '@mantine/core'
import type { Case } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { escalateCase } from '../contract.ts'
import { useText } from '../texts.ts'
import { escalationRefreshes } from './escalation-refreshes.ts'

/** Makes an R&D issue of a case; its text is edited first. */
export function EscalateDialog({ found, onClose }: { found: Case; onClose: () => void }) {
  const t = useText()
  const initial = { subject: found.subject, description: found.description, comment: '' }
  const form = useContractForm(escalateCase.body, initial)
  const escalate = useMutationOf(escalateCase, {
    refreshes: escalationRefreshes,
    onSuccess: () => {
      toast({ title: t('escalate.done', { key: found.key }) })
      onClose()
    },
    onProblem: applyServerErrors(form),
  })
  return (
    <FormDialog
      title={t('escalate.title', { key: found.key })}
      size={640}
      submitLabel={t('escalate.send')}
      pending={escalate.isPending}
      onSubmit={form.onSubmit((body) => escalate.mutate({ query: { issueKey: found.key }, body }))}
      onClose={onClose}
    >
      <p>{t('escalate.text')}</p>
      <TextInput
        required
        data-autofocus
        maxLength={250}
        label={t('escalate.subject')}
        {...form.getInputProps('subject')}
      />
      <Textarea
        autosize
        minRows={4}
        maxRows={12}
        label={t('escalate.description')}
        {...form.getInputProps('description')}
      />
      <Textarea autosize minRows={2} label={t('escalate.comment')} {...form.getInputProps('comment')} />
    </FormDialog>
  )
}
