import { Textarea, TextInput } from '@mantine/core'
import { Select } from '#kit/web/form/select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Card } from '#kit/web/look/card.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { type IdentityProvider, outsideTypes } from '../contract.ts'
import { useText } from '../texts.ts'
import { MetadataImport } from './metadata-import.tsx'
import classes from './provider-form.module.css'
import type { ProviderValues } from './provider-values.ts'
import { SecretField } from './secret-field.tsx'

/** The provider's identity and connection; the fields follow the type. */
export function ConnectionFields({
  form,
  provider,
}: {
  form: ContractForm<ProviderValues>
  provider: IdentityProvider | undefined
}) {
  const t = useText()
  const { type } = form.values
  return (
    <Card title={t('form.connection')}>
      <div className={classes.fields}>
        <TextInput
          required
          maxLength={80}
          label={t('form.name')}
          description={t('form.nameHint')}
          {...form.getInputProps('name')}
        />
        <Select
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          label={t('form.type')}
          data={outsideTypes.map((value) => ({ value, label: t(`type.${value}`) }))}
          {...form.getInputProps('type')}
        />
        {!provider && (
          <TextInput maxLength={32} label={t('form.id')} description={t('form.idHint')} {...form.getInputProps('id')} />
        )}
        {!provider && (
          <TextInput
            className={classes.wide}
            readOnly
            label={t('panel.redirectUri')}
            value={redirectUriOf(type, form.values.id.trim())}
            placeholder={t('panel.redirectUriNoId')}
          />
        )}
        <TextInput maxLength={200} label={t('form.externalUuid')} {...form.getInputProps('externalUuid')} />
        {type === 'SAML' && <MetadataImport form={form} />}
        <TextInput
          className={classes.wide}
          maxLength={1000}
          label={t(type === 'SAML' ? 'form.samlIssuer' : 'form.issuer')}
          description={t('form.issuerHint')}
          {...form.getInputProps('issuer')}
        />
        {type === 'SAML' ? (
          <SamlFields form={form} provider={provider} />
        ) : (
          <OpenIdFields form={form} provider={provider} />
        )}
      </div>
    </Card>
  )
}

/** The redirect URI to register at the provider; empty until the id is typed. */
function redirectUriOf(type: ProviderValues['type'], id: string): string {
  if (id === '') return ''
  return `${window.location.origin}/login/${type === 'SAML' ? 'saml2/acs' : 'oauth2/code'}/${id}`
}

type Fields = { form: ContractForm<ProviderValues>; provider: IdentityProvider | undefined }

function OpenIdFields({ form, provider }: Fields) {
  const t = useText()
  return (
    <>
      <TextInput maxLength={200} autoComplete="off" label={t('form.clientId')} {...form.getInputProps('clientId')} />
      <SecretField
        label={t('form.clientSecret')}
        hint={t(provider?.clientSecretSet ? 'form.secretSet' : 'form.secretUnset')}
        {...form.getInputProps('clientSecret')}
      />
      <TextInput className={classes.wide} label={t('form.scopes')} {...form.getInputProps('scopes')} />
      {form.values.type === 'OKTA' && (
        <>
          <TextInput maxLength={1000} label={t('form.managementUrl')} {...form.getInputProps('managementUrl')} />
          <SecretField
            label={t('form.managementSecret')}
            hint={provider?.managementSecretSet ? t('form.secretSet') : t('form.managementNote')}
            {...form.getInputProps('managementSecret')}
          />
          <SecretField
            label={t('form.eventsSecret')}
            hint={provider?.eventsSecretSet ? t('form.secretSet') : t('form.eventsSecretHint')}
            {...form.getInputProps('eventsSecret')}
          />
          <TextInput
            maxLength={64}
            label={t('form.factorGroup')}
            description={t('form.factorGroupHint')}
            {...form.getInputProps('factorGroup')}
          />
        </>
      )}
    </>
  )
}

function SamlFields({ form, provider }: Fields) {
  const t = useText()
  return (
    <>
      <TextInput
        className={classes.wide}
        maxLength={1000}
        label={t('form.entryPoint')}
        description={t('form.entryPointHint')}
        {...form.getInputProps('entryPoint')}
      />
      <Textarea
        className={classes.wide}
        rows={4}
        spellCheck={false}
        label={t('form.certificates')}
        description={t('form.certificatesHint')}
        {...form.getInputProps('certificates')}
      />
      {provider?.certificates.map(({ subject, validUntil }) => (
        <p key={`${subject} ${validUntil}`} className={classes.certificate}>
          {t(Date.parse(validUntil) > Date.now() ? 'form.until' : 'form.over', {
            subject,
            date: formatDate(validUntil),
          })}
        </p>
      ))}
      <TextInput
        className={classes.wide}
        maxLength={1000}
        label={t('form.entityId')}
        description={t('form.entityIdHint', { usual: provider?.metadataUrl ?? '…' })}
        {...form.getInputProps('entityId')}
      />
    </>
  )
}
