import { NumberInput, TextInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { createRegistryCredential, listRegistryCredentials, type RegistryCredential } from '../contract.ts'
import { useText } from '../texts.ts'

const USUAL_DAYS = 90

/** Creates a credential; `onCreated` shows its secret. */
export function NewCredential(props: {
  account: string
  onCreated: (credential: RegistryCredential) => void
  onClose: () => void
}) {
  const t = useText()
  const { account, onCreated, onClose } = props
  const form = useContractForm(createRegistryCredential.body, { account, name: '', days: USUAL_DAYS })
  const create = useMutationOf(createRegistryCredential, {
    refreshes: [listRegistryCredentials],
    onProblem: applyServerErrors(form),
    onSuccess: (credential) => {
      toast({ title: t('credential.created', { name: credential.name }) })
      onClose()
      onCreated(credential)
    },
  })
  return (
    <FormDialog
      title={t('credential.new')}
      submitLabel={t('credential.create')}
      pending={create.isPending}
      onSubmit={form.onSubmit((body) => create.mutate({ body }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        label={t('credential.name')}
        description={t('credential.nameHint')}
        {...form.getInputProps('name')}
        error={form.errors.name && t('credential.nameWrong')}
      />
      <NumberInput
        required
        min={1}
        max={366}
        allowDecimal={false}
        hideControls
        label={t('credential.days')}
        {...form.getInputProps('days')}
      />
    </FormDialog>
  )
}
