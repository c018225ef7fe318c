import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { ROOT_FOLDER, readSharedFile, reserveUpload, type SharedItem } from '#features/software/uploads/contract.ts'
import { uploads } from '#features/software/uploads/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { useText } from '../texts.ts'
import { BoxFolder } from './box-folder.tsx'

/** Makes the server fetch a file from Box into the bundle: one that is chosen in its folders, or that a link names. */
export function FetchFromBox({ bundleId, onClose }: { bundleId: string; onClose: () => void }) {
  const t = useText()
  const [folderId, setFolderId] = useState<string>(ROOT_FOLDER)
  const form = useContractForm(reserveUpload.body, { bundleId, sourceType: 'BOX' as const, boxId: '', fileName: '' })
  const reserve = useMutationOf(reserveUpload, {
    onProblem: applyServerErrors(form),
    onSuccess: (reserved) => {
      uploads.fetch({ sourceType: 'BOX', boxId: form.getValues().boxId }, reserved)
      onClose()
    },
  })
  const choose = ({ id, name }: Pick<SharedItem, 'id' | 'name'>) =>
    form.setValues({ ...form.getValues(), boxId: id, fileName: name })
  const boxId = form.getInputProps('boxId')
  return (
    <FormDialog
      title={t('files.fromBox')}
      submitLabel={t('files.fetch')}
      size={640}
      pending={reserve.isPending}
      onSubmit={form.onSubmit((body) => reserve.mutate({ body }))}
      onClose={onClose}
    >
      <BoxFolder id={folderId} chosen={form.getValues().boxId} onOpen={setFolderId} onChoose={choose} />
      <TextInput
        required
        label={t('files.boxId')}
        description={t('files.boxIdHint')}
        {...boxId}
        onBlur={() => {
          const { boxId: reference, fileName } = form.getValues()
          if (reference === '' || fileName !== '') return
          // The name follows what the link names until the user types another.
          call(readSharedFile, { query: { boxId: reference } }).then(({ name }) => {
            if (form.getValues().fileName === '') form.setFieldValue('fileName', name)
          }, showError)
        }}
      />
      <TextInput
        required
        label={t('files.component')}
        {...form.getInputProps('fileName')}
        error={form.errors.fileName && t('files.nameWrong')}
      />
    </FormDialog>
  )
}
