import { NumberInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { listRegistryCredentials, type RegistryCredential, rotateRegistryCredential } from '../contract.ts'
import { useText } from '../texts.ts'

const USUAL_OVERLAP_HOURS = 24

/** Gives a credential a new secret, which `onRotated` shows. */
export function RotateCredential(props: {
  credential: RegistryCredential
  onRotated: (credential: RegistryCredential) => void
  onClose: () => void
}) {
  const t = useText()
  const { credential, onRotated, onClose } = props
  const form = useContractForm(rotateRegistryCredential.body, { overlapHours: USUAL_OVERLAP_HOURS })
  const rotate = useMutationOf(rotateRegistryCredential, {
    refreshes: [listRegistryCredentials],
    onProblem: applyServerErrors(form),
    onSuccess: (newCredential) => {
      onClose()
      onRotated(newCredential)
    },
  })
  return (
    <FormDialog
      title={t('rotate.title', { name: credential.name })}
      submitLabel={t('rotate.action')}
      pending={rotate.isPending}
      onSubmit={form.onSubmit((body) =>
        rotate.mutate({ params: { id: credential.id }, version: credential.version, body }),
      )}
      onClose={onClose}
    >
      <p>{t('rotate.text')}</p>
      <NumberInput
        data-autofocus
        min={0}
        max={720}
        allowDecimal={false}
        hideControls
        label={t('rotate.overlap')}
        {...form.getInputProps('overlapHours')}
      />
    </FormDialog>
  )
}
