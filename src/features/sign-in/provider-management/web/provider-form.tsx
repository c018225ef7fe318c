import * as z from 'zod/mini'
import type { ApiError } from '#kit/web/data/api-error.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useStored } from '#kit/web/form/use-stored.ts'
import { Button } from '#kit/web/look/button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { createProvider, diagnoseDomain, type IdentityProvider, listProviders, updateProvider } from '../contract.ts'
import { useText } from '../texts.ts'
import { ConnectionFields } from './connection-fields.tsx'
import { MappingFields } from './mapping-fields.tsx'
import classes from './provider-form.module.css'
import { type ProviderValues, settingsOf, valuesOf } from './provider-values.ts'
import { UsersFields } from './users-fields.tsx'

const rules = z.looseObject({ name: z.string().check(z.regex(/\S/), z.maxLength(80)) })
/** The id of a provider that is not set up yet. */
const unmade = { version: 0 }
const refreshes = [listProviders, diagnoseDomain]

/** The settings of a provider; without `provider` of a new one. */
export function ProviderForm({ provider, onMade }: { provider?: IdentityProvider; onMade?: (id: string) => void }) {
  const t = useText()
  const form = useContractForm<ProviderValues>(rules, valuesOf(provider))
  const { version, adopt } = useStored<IdentityProvider | typeof unmade, ProviderValues>(
    form,
    provider ?? unmade,
    (stored) => valuesOf('id' in stored ? stored : undefined),
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
    onSuccess: (kept) => {
      adopt(kept)
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
