import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { addComponentFile, ComponentType, listComponentFiles, readBundle } from '#features/software/bundles/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Adds a file to a bundle before it exists: the bundle cannot be released until it is there. */
export function AnnounceFile({ bundleId, onClose }: { bundleId: string; onClose: () => void }) {
  const t = useText()
  const [componentType, setComponentType] = useState<ComponentType>('product')
  const form = useContractForm(addComponentFile.body, { fileName: '' })
  const announce = useMutationOf(addComponentFile, {
    refreshes: [listComponentFiles, readBundle],
    onProblem: applyServerErrors(form),
    onSuccess: ({ fileName }) => {
      toast({ title: t('files.announced', { name: fileName }) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('files.announce')}
      submitLabel={t('files.announceSend')}
      pending={announce.isPending}
      blocked={form.values.fileName.trim() ? undefined : t('notYet.name')}
      onSubmit={form.onSubmit((body) => announce.mutate({ query: { bundleId, componentType }, body }))}
      onClose={onClose}
    >
      <p className="form-words">{t('files.announceText')}</p>
      <TextInput
        data-autofocus
        required
        maxLength={200}
        label={t('files.component')}
        description={componentType === 'container' ? t('files.imageHint') : undefined}
        placeholder={componentType === 'container' ? 'cos/scheduler:1.22.1' : 'core-1.22.1.tgz'}
        {...form.getInputProps('fileName')}
      />
      <Select
        label={t('column.kind')}
        data={ComponentType.options.map((value) => ({ value, label: t(`kind.${value}`) }))}
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        value={componentType}
        onChange={(value) => setComponentType(ComponentType.options.find((one) => one === value) ?? 'product')}
      />
    </FormDialog>
  )
}
