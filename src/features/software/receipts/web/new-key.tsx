import { Textarea, TextInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { createReceiptKey, listReceiptKeys } from '../contract.ts'
import { useText } from '../texts.ts'

/** Registers the public half of a key of the account. */
export function NewKey({ account, onClose }: { account: string; onClose: () => void }) {
  const t = useText()
  const form = useContractForm(createReceiptKey.body, { account, name: '', publicKey: '' })
  const create = useMutationOf(createReceiptKey, {
    refreshes: [listReceiptKeys],
    onProblem: applyServerErrors(form),
    onSuccess: ({ name }) => {
      toast({ title: t('keys.added', { name }) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('keys.add')}
      submitLabel={t('keys.add')}
      pending={create.isPending}
      onSubmit={form.onSubmit((body) => create.mutate({ body }))}
      onClose={onClose}
    >
      <TextInput data-autofocus required label={t('keys.name')} maxLength={80} {...form.getInputProps('name')} />
      <Textarea
        required
        rows={4}
        label={t('keys.publicKey')}
        description={t('keys.publicKeyHint')}
        {...form.getInputProps('publicKey')}
      />
    </FormDialog>
  )
}
