import { Textarea, TextInput } from '@mantine/core'
import { type ComponentProps, useRef, useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import type { ContractForm } from '#kit/web/form/use-contract-form.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { type IdentityProvider, outsideTypes, readProviderMetadata } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './provider-form.module.css'
import type { ProviderValues } from './provider-values.ts'

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

/** A secret that is written and never shown: the stored value is not returned, the input is hidden. */
function SecretField({ label, hint, ...input }: { label: string; hint: string } & ComponentProps<typeof TextInput>) {
  return (
    <TextInput
      type="password"
      autoComplete="new-password"
      maxLength={5000}
      label={label}
      description={hint}
      {...input}
    />
  )
}

/** Fills the settings of a SAML provider in from its metadata, pasted or chosen; saving them is another step. */
function MetadataImport({ form }: { form: ContractForm<ProviderValues> }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [xml, setXml] = useState('')
  const [wrong, setWrong] = useState<string>()
  const read = useMutationOf(readProviderMetadata, {
    onSuccess: ({ certificates, ...found }) => {
      form.setValues({ ...found, certificates: certificates.join('\n') })
      setXml('')
      toast({ title: t('form.metadataDone') })
    },
    onProblem: (problem) => setWrong(problem.message),
  })
  const take = (text: string) => {
    setXml(text)
    setWrong(undefined)
  }
  return (
    <div className={classes.wide}>
      <Textarea
        rows={3}
        spellCheck={false}
        label={t('form.metadata')}
        description={t('form.metadataHint')}
        value={xml}
        error={wrong}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button variant="default" size="compact-sm" onClick={() => chooser.current?.click()}>
          {t('form.metadataFile')}
        </Button>
        <Button
          variant="light"
          size="compact-sm"
          blocked={xml.trim() ? undefined : t('notYet.metadata')}
          loading={read.isPending}
          onClick={() => read.mutate({ body: { xml } })}
        >
          {t('form.metadataRead')}
        </Button>
        <input
          ref={chooser}
          type="file"
          hidden
          accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
          aria-label={t('form.metadataFile')}
          onChange={async (event) => {
            const file = event.currentTarget.files?.[0]
            event.currentTarget.value = ''
            if (file) take(await file.text())
          }}
        />
      </div>
    </div>
  )
}
