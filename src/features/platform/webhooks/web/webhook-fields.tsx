import { TextInput } from '@mantine/core'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { webhookEventNames } from '../contract.ts'
import { useText } from '../texts.ts'
import { eventLabel } from './event-label.ts'

/** The editable values of a webhook. */
export type WebhookValues = { url: string; description: string; events: string[] }

/** The fields of a webhook. */
export function WebhookFields({ form }: { form: ContractForm<WebhookValues> }) {
  const t = useText()
  return (
    <>
      <TextInput
        required
        data-autofocus
        type="url"
        maxLength={2000}
        label={t('url')}
        description={t('urlHint')}
        placeholder="https://hooks.example.com/headend"
        {...form.getInputProps('url')}
      />
      <MultiSelect
        required
        label={t('events')}
        data={webhookEventNames.map((value) => ({ value, label: eventLabel(t, value) }))}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('events')}
      />
      <TextInput maxLength={250} label={t('description')} {...form.getInputProps('description')} />
    </>
  )
}
