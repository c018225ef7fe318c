import { TextInput } from '@mantine/core'
import { type ComponentFile, changeComponentFile, listComponentFiles } from '#features/software/bundles/contract.ts'
import { listBundleComponents } from '#features/software/uploads/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Renames a file of a bundle; releases that have it keep its former name. */
export function RenameFile({ file, onClose }: { file: ComponentFile; onClose: () => void }) {
  const t = useText()
  const form = useContractForm(changeComponentFile.body, { fileName: file.fileName })
  const rename = useMutationOf(changeComponentFile, {
    refreshes: [listComponentFiles, listBundleComponents],
    onProblem: applyServerErrors(form),
    onSuccess: ({ fileName }) => {
      toast({ title: t('files.changed'), detail: fileName })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('files.renameTitle', { name: file.fileName })}
      submitLabel={t('files.rename')}
      pending={rename.isPending}
      blocked={form.isDirty() ? undefined : t('notYet.rename')}
      onSubmit={form.onSubmit((body) => rename.mutate({ params: { id: file.id }, body, version: file.version }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        maxLength={200}
        label={t('files.component')}
        description={t('files.renameHint')}
        {...form.getInputProps('fileName')}
      />
    </FormDialog>
  )
}
