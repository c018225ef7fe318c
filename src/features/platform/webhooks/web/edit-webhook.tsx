import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { editWebhook, listWebhooks, readWebhook, type Webhook, webhookEventNames } from '../contract.ts'
import { useText } from '../texts.ts'
import { WebhookFields, type WebhookValues } from './webhook-fields.tsx'

/** Changes the address and the events of a webhook. */
export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const t = useText()
  const { url, description, events } = webhook
  const form = useContractForm<WebhookValues>(editWebhook.body, { url, description, events: [...events] })
  const save = useMutationOf(editWebhook, {
    refreshes: [readWebhook, listWebhooks],
    onProblem: applyServerErrors(form),
    onSuccess: () => {
      toast({ title: t('saved') })
      onClose()
    },
  })
  return (
    <FormDialog
      size={520}
      title={t('edit')}
      submitLabel={t('save')}
      pending={save.isPending}
      onSubmit={form.onSubmit(({ events: chosen, ...body }) => {
        const names = webhookEventNames.filter((name) => chosen.includes(name))
        save.mutate({ params: { id: webhook.id }, version: webhook.version, body: { ...body, events: names } })
      })}
      onClose={onClose}
    >
      <WebhookFields form={form} />
    </FormDialog>
  )
}
