import { Textarea, TextInput } from '@mantine/core'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { MultiSelect } from '#kit/web/form/multi-select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useAccounts } from '#kit/web/who/account.tsx'
import {
  createDistributionGroup,
  type DistributionGroup,
  editDistributionGroup,
  listDistributionGroups,
} from '../contract.ts'
import { useText } from '../texts.ts'

/** Creates a group, or edits one. */
export function GroupDialog({ group, onClose }: { group: DistributionGroup | undefined; onClose: () => void }) {
  const t = useText()
  const accounts = useAccounts()
  const form = useContractForm(createDistributionGroup.body, {
    name: group?.name ?? '',
    description: group?.description ?? '',
    ring: group?.ring ?? null,
    accounts: group?.accounts ?? [],
  })
  const options = (doneKey: 'created' | 'saved') => ({
    refreshes: [listDistributionGroups],
    onProblem: applyServerErrors(form),
    onSuccess: ({ name }: DistributionGroup) => {
      toast({ title: t(doneKey, { name }) })
      onClose()
    },
  })
  const create = useMutationOf(createDistributionGroup, options('created'))
  const edit = useMutationOf(editDistributionGroup, options('saved'))
  const ring = form.getInputProps('ring')
  return (
    <FormDialog
      title={group ? t('editTitle', { name: group.name }) : t('newTitle')}
      submitLabel={t(group ? 'save' : 'create')}
      pending={create.isPending || edit.isPending}
      onSubmit={form.onSubmit((body) =>
        group ? edit.mutate({ params: { id: group.id }, body, version: group.version }) : create.mutate({ body }),
      )}
      onClose={onClose}
    >
      <TextInput data-autofocus required maxLength={60} label={t('name')} {...form.getInputProps('name')} />
      <Textarea autosize minRows={2} maxLength={500} label={t('description')} {...form.getInputProps('description')} />
      <MultiSelect
        searchable
        label={t('accounts')}
        data={accounts.map(({ name, displayName }) => ({ value: name, label: displayName }))}
        comboboxProps={{ withinPortal: false }}
        withScrollArea={false}
        maxDropdownHeight={220}
        {...form.getInputProps('accounts')}
      />
      <TextInput
        inputMode="numeric"
        maxLength={2}
        label={t('ring')}
        description={t('ringHint')}
        error={ring.error && t('ringWrong')}
        value={form.values.ring ?? ''}
        onChange={(event) => {
          const typedDigits = event.currentTarget.value.replaceAll(/\D/g, '')
          form.setFieldValue('ring', typedDigits === '' ? null : Number(typedDigits))
        }}
      />
    </FormDialog>
  )
}
