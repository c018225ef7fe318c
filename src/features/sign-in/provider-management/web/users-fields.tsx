import { Switch, Textarea } from '@mantine/core'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Card } from '#kit/web/look/card.tsx'
import { useText } from '../texts.ts'
import classes from './provider-form.module.css'
import type { ProviderValues } from './provider-values.ts'

/** Whose addresses are routed there, and how returning users are handled. */
export function UsersFields({ form }: { form: ContractForm<ProviderValues> }) {
  const t = useText()
  return (
    <Card title={t('form.people')}>
      <div className={classes.stack}>
        <Textarea
          rows={3}
          spellCheck={false}
          label={t('form.routing')}
          description={t('form.routingHint')}
          {...form.getInputProps('domains')}
        />
        <Switch
          label={t('form.allowUserCreation')}
          description={t('form.allowUserCreationHint')}
          {...form.getInputProps('allowUserCreation', { type: 'checkbox' })}
        />
        {form.values.type !== 'SAML' && (
          <Switch
            label={t('form.trustsRoutedAddresses')}
            description={t('form.trustsRoutedAddressesHint')}
            {...form.getInputProps('trustsRoutedAddresses', { type: 'checkbox' })}
          />
        )}
        <Switch
          label={t('form.useExternalAcl')}
          description={t('form.useExternalAclHint')}
          {...form.getInputProps('useExternalAcl', { type: 'checkbox' })}
        />
      </div>
    </Card>
  )
}
