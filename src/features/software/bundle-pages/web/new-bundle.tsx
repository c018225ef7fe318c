import { Checkbox, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { DeploymentType } from '#features/accounts/accounts/contract.ts'
import { type Bundle, createBundle, listBundles } from '#features/software/bundles/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { bundlePath } from '../paths.ts'
import { useText } from '../texts.ts'
import { deploymentTypeIn } from './deployment-type-in.ts'
import { useLabel } from './label.ts'

/** Creates a bundle, or a patch of `parent`, and opens it. */
export function NewBundle({ parent, opened, onClose }: { parent?: Bundle; opened: boolean; onClose: () => void }) {
  const t = useText()
  const label = useLabel()
  const navigate = useNavigate()
  const form = useContractForm(createBundle.body, {
    name: '',
    deploymentType: parent?.deploymentType ?? ('DOCSIS' as Bundle['deploymentType']),
    isContainerized: parent?.isContainerized ?? false,
  })
  const [isTypeChosen, setTypeChosen] = useState(parent !== undefined)
  const name = form.getInputProps('name')
  const type = form.getInputProps('deploymentType')
  const create = useMutationOf(createBundle, {
    refreshes: [listBundles],
    onProblem: applyServerErrors(form),
    onSuccess: ({ id, name }) => {
      toast({ title: t('new.done', { name }) })
      onClose()
      void navigate({ to: bundlePath({ bundleId: id }) })
    },
  })
  return (
    <FormDialog
      opened={opened}
      title={parent ? t('new.patchOf', { name: parent.name }) : label('newBundle')}
      submitLabel={t('new.make')}
      pending={create.isPending}
      onSubmit={form.onSubmit((body) => create.mutate({ query: parent ? { parentId: parent.id } : {}, body }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('column.name')}
        placeholder="cOS-DOCSIS 1.22.1"
        required
        {...name}
        onChange={(event) => {
          const typedName = event.currentTarget.value
          name.onChange(event)
          const namedType = deploymentTypeIn(typedName)
          if (namedType && !isTypeChosen) form.setFieldValue('deploymentType', namedType)
        }}
      />
      <Select
        label={t('column.type')}
        data={DeploymentType.options}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        {...type}
        onChange={(value) => {
          setTypeChosen(true)
          type.onChange(value)
        }}
      />
      <Checkbox label={t('new.containerized')} {...form.getInputProps('isContainerized', { type: 'checkbox' })} />
    </FormDialog>
  )
}
