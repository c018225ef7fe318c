import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { createDeploymentToken, listDeploymentTokens } from '../contract.ts'
import { useText } from '../texts.ts'

/** Creates a token of a deployment, and shows it once. */
export function NewDeploymentToken({ deployment, onClose }: { deployment: string; onClose: () => void }) {
  const t = useText()
  const [token, setToken] = useState<string>()
  const form = useContractForm(createDeploymentToken.body, { name: '' })
  const create = useMutationOf(createDeploymentToken, {
    refreshes: [listDeploymentTokens],
    onProblem: applyServerErrors(form),
    onSuccess: (made) => setToken(made.token),
  })
  if (token)
    return (
      <ShownOnce
        title={t('created')}
        text={t('createdText')}
        secrets={[{ text: token, copy: t('copyToken') }]}
        done={t('done')}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('create')}
      submitLabel={t('create')}
      pending={create.isPending}
      onSubmit={form.onSubmit((body) => create.mutate({ params: { id: deployment }, body }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        label={t('tokenName')}
        description={t('tokenNameHint')}
        maxLength={80}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
