import { TextInput } from '@mantine/core'
import { DeploymentType } from '#features/accounts/accounts/contract.ts'
import { type Bundle, changeBundle, listBundles, readBundle } from '#features/software/bundles/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { changedFields } from '#kit/web/form/changed-fields.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Changes the name of a bundle, and what it is: deployment type, product and version. */
export function ChangeBundle({ bundle, onClose }: { bundle: Bundle; onClose: () => void }) {
  const t = useText()
  const { name, deploymentType, product, productVersion } = bundle
  const form = useContractForm(changeBundle.body, { name, deploymentType, product, productVersion })
  const change = useMutationOf(changeBundle, {
    refreshes: [readBundle, listBundles],
    onProblem: applyServerErrors(form),
    onSuccess: (changedBundle) => {
      toast({ title: t('move.changed'), detail: changedBundle.name })
      onClose()
    },
  })
  /** A field that may be empty: null in the contract. */
  const optional = (field: 'product' | 'productVersion') => ({
    ...form.getInputProps(field),
    value: form.values[field] ?? '',
    maxLength: 100,
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      form.setFieldValue(field, value === '' ? null : value),
  })
  return (
    <FormDialog
      title={t('move.changeTitle', { name })}
      submitLabel={t('move.save')}
      pending={change.isPending}
      blocked={form.isDirty() ? undefined : t('notYet.change')}
      onSubmit={form.onSubmit((body) =>
        change.mutate({
          params: { id: bundle.id },
          body: changedFields(form.getInitialValues(), body),
          version: bundle.version,
        }),
      )}
      onClose={onClose}
    >
      <TextInput data-autofocus required maxLength={250} label={t('column.name')} {...form.getInputProps('name')} />
      <Select
        label={t('column.type')}
        data={DeploymentType.options}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        {...form.getInputProps('deploymentType')}
      />
      <TextInput label={t('move.product')} description={t('move.productHint')} {...optional('product')} />
      <TextInput label={t('move.version')} {...optional('productVersion')} />
    </FormDialog>
  )
}
