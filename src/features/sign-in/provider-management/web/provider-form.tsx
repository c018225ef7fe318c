import { Switch, Textarea, TextInput } from '@mantine/core'
import * as z from 'zod/mini'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { type ContractForm, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { IconPlus, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { createProvider, diagnoseDomain, type IdentityProvider, listProviders, updateProvider } from '../contract.ts'
import { useText } from '../texts.ts'
import { ConnectionFields } from './connection-fields.tsx'
import classes from './provider-form.module.css'
import { type ProviderValues, settingsOf, valuesOf } from './provider-values.ts'

const rules = z.looseObject({ name: z.string().check(z.regex(/\S/), z.maxLength(80)) })
/** The id of a provider that is not set up yet. */
const newProvider = { version: 0 }
const refreshes = [listProviders, diagnoseDomain]

/** The settings of a provider; without `provider` of a new one. */
export function ProviderForm({ provider, onMade }: { provider?: IdentityProvider; onMade?: (id: string) => void }) {
  const t = useText()
  const form = useContractForm<ProviderValues>(rules, valuesOf(provider))
  const { version, adopt } = useStored<IdentityProvider | typeof newProvider, ProviderValues>(
    form,
    provider ?? newProvider,
    (storedProvider) => valuesOf('id' in storedProvider ? storedProvider : undefined),
  )
  const onRejected = (problem: ApiError) => {
    const errors = fieldErrors(problem, form.getValues())
    if (errors) form.setErrors(errors)
    else showError(problem)
  }
  const create = useMutationOf(createProvider, {
    refreshes,
    onSuccess: ({ id }) => {
      toast({ title: t('form.created') })
      onMade?.(id)
    },
    onProblem: onRejected,
  })
  const update = useMutationOf(updateProvider, {
    refreshes,
    onSuccess: (savedProvider) => {
      adopt(savedProvider)
      toast({ title: t('form.saved') })
    },
    onProblem: onRejected,
  })
  const submit = form.onSubmit((values) => {
    const body = settingsOf(values)
    if (provider) update.mutate({ params: { id: provider.id }, body, version })
    else create.mutate({ body: { ...body, ...(values.id.trim() ? { id: values.id.trim() } : {}) } })
  })
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <ConnectionFields form={form} provider={provider} />
      <UsersFields form={form} />
      <MappingFields form={form} />
      <div className={classes.actions}>
        {provider && form.isDirty() && (
          <Button variant="default" onClick={() => form.reset()}>
            {t('form.discard')}
          </Button>
        )}
        <Button
          type="submit"
          variant="filled"
          blocked={provider !== undefined && !form.isDirty() ? t('notYet.unchanged') : undefined}
          loading={create.isPending || update.isPending}
        >
          {t(provider ? 'form.save' : 'form.create')}
        </Button>
      </div>
    </form>
  )
}

/**
 * The errors, at the fields of the form: those of a list at the field that has all of it. Undefined when none belongs
 * to the form.
 */
function fieldErrors({ fields }: ApiError, values: ProviderValues): Record<string, string> | undefined {
  const errors: Record<string, string> = {}
  for (const { path, message } of fields) {
    const [first = '', second, third] = path.split('.')
    const name = first === 'claimMapping' && second === 'roles' ? `roles.${third}` : first
    if (!(name.split('.')[0]! in values)) return undefined
    errors[name] = message
  }
  return fields.length > 0 ? errors : undefined
}

/** Whose addresses are routed there, and how returning users are handled. */
function UsersFields({ form }: { form: ContractForm<ProviderValues> }) {
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

/** Which claims identify the user, and which groups give which roles. */
function MappingFields({ form }: { form: ContractForm<ProviderValues> }) {
  const t = useText()
  const { roles } = form.values
  const add = () => {
    const key = Math.max(-1, ...roles.map((line) => line.key)) + 1
    form.setFieldValue('roles', [...roles, { key, group: '', role: '' }])
  }
  const claims = ['emailClaim', 'nameClaim', 'groupsClaim'] as const
  return (
    <Card title={t('form.mapping')} note={t('form.mappingNote')}>
      <div className={classes.stack}>
        <div className={classes.fields}>
          {claims.map((name) => (
            <TextInput
              key={name}
              maxLength={200}
              label={t(`form.${name}`)}
              placeholder={t('form.usual')}
              {...form.getInputProps(name)}
              error={form.errors[name] ?? form.errors.claimMapping}
            />
          ))}
        </div>
        {roles.length === 0 && <p className={classes.none}>{t('form.noLines')}</p>}
        {roles.map(({ key }, index) => (
          <div key={key} className={classes.line}>
            <TextInput maxLength={200} label={t('form.group')} {...form.getInputProps(`roles.${index}.group`)} />
            <TextInput
              maxLength={80}
              label={t('form.role')}
              description={index === 0 ? t('form.roleHint') : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps(`roles.${index}.role`)}
              error={form.errors[`roles.${index}`]}
            />
            <IconButton
              size={32}
              aria-label={t('form.removeLine', { number: index + 1 })}
              onClick={() =>
                form.setFieldValue(
                  'roles',
                  roles.filter((line) => line.key !== key),
                )
              }
            >
              <IconX size={16} aria-hidden />
            </IconButton>
          </div>
        ))}
        <div>
          <Button variant="default" leftSection={<IconPlus size={15} aria-hidden />} onClick={add}>
            {t('form.addLine')}
          </Button>
        </div>
      </div>
    </Card>
  )
}
