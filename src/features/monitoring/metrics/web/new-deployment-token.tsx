import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { createDeploymentToken, listDeploymentTokens } from '../contract.ts'
import { useText } from './text.ts'

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
      <Modal
        opened
        centered
        size={520}
        title={t('created')}
        onClose={onClose}
        withCloseButton={false}
        closeOnClickOutside={false}
        closeOnEscape={false}
      >
        <div className="form-stack">
          <p>{t('createdText')}</p>
          <CopyableText text={token} copy={t('copyToken')} />
          <DialogActions>
            <Button data-autofocus onClick={onClose}>
              {t('done')}
            </Button>
          </DialogActions>
        </div>
      </Modal>
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
