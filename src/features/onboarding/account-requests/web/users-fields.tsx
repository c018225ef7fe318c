import { Textarea, TextInput } from '@mantine/core'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Card } from '#kit/web/look/card.tsx'
import { useText } from '../texts.ts'
import type { RequestValues } from './request-values.ts'

/** The users of a new account: its domains, and its first manager. */
export function UsersFields({ form }: { form: ContractForm<RequestValues> }) {
  const t = useText()
  return (
    <>
      <Card title={t('form.domains')} note={t('form.domainsNote')}>
        <div className="form-fields">
          <Textarea
            className="wide"
            rows={2}
            aria-label={t('form.domains')}
            description={t('form.domainsHint')}
            {...form.getInputProps('domains')}
          />
        </div>
      </Card>
      <Card title={t('form.manager')} note={t('form.managerNote')}>
        <div className="form-fields">
          <TextInput maxLength={200} label={t('form.managerName')} {...form.getInputProps('managerName')} />
          <TextInput
            type="email"
            maxLength={320}
            label={t('form.managerEmail')}
            {...form.getInputProps('managerEmail')}
          />
        </div>
      </Card>
    </>
  )
}
