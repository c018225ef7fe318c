import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { createWebhook, listWebhooks, type WebhookWithSecret, webhookEventNames } from '../contract.ts'
import { useText } from '../texts.ts'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'

/** Creates a webhook of an account; `onCreated` gets its secret. */
export function NewWebhook(props: {
  account: string
  onCreated: (made: WebhookWithSecret) => void
  onClose: () => void
}) {
  const t = useText()
  const { account, onCreated, onClose } = props
  const initial: WebhookValues = { url: '', description: '', events: [...webhookEventNames] }
  const form = useContractForm<WebhookValues>(createWebhook.body, initial)
  const create = useMutationOf(createWebhook, {
    refreshes: [listWebhooks],
    onProblem: applyServerErrors(form),
    onSuccess: (made) => {
      toast({ title: t('created') })
      onCreated(made)
    },
  })
  return (
    <FormDialog
      size={520}
      title={t('create')}
      submitLabel={t('create')}
      pending={create.isPending}
      onSubmit={form.onSubmit(({ events, ...body }) => {
        const chosen = webhookEventNames.filter((name) => events.includes(name))
        create.mutate({ query: { account }, body: { ...body, events: chosen } })
      })}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  )
}
