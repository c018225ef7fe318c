import { NumberInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { LONGEST_OVERLAP_HOURS, readWebhook, rotateWebhookSecret, type Webhook } from '../contract.ts'
import { useText } from '../texts.ts'

const USUAL_OVERLAP_HOURS = 24

/** Replaces the secret of a webhook; `onRotated` gets the new one. */
export function RotateSecret(props: { webhook: Webhook; onRotated: (secret: string) => void; onClose: () => void }) {
  const t = useText()
  const { webhook, onRotated, onClose } = props
  const form = useContractForm(rotateWebhookSecret.body, { overlapHours: USUAL_OVERLAP_HOURS })
  const rotate = useMutationOf(rotateWebhookSecret, {
    refreshes: [readWebhook],
    onProblem: applyServerErrors(form),
    onSuccess: ({ secret }) => onRotated(secret),
  })
  return (
    <FormDialog
      title={t('rotate')}
      submitLabel={t('rotate')}
      pending={rotate.isPending}
      onSubmit={form.onSubmit((body) => rotate.mutate({ params: { id: webhook.id }, version: webhook.version, body }))}
      onClose={onClose}
    >
      <p>{t('rotateText')}</p>
      <NumberInput
        data-autofocus
        min={0}
        max={LONGEST_OVERLAP_HOURS}
        allowDecimal={false}
        hideControls
        label={t('overlap')}
        {...form.getInputProps('overlapHours')}
      />
    </FormDialog>
  )
}
