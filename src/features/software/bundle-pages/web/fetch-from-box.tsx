import { TextInput } from '@mantine/core'
import { useState } from 'react'
import {
  listSharedFolder,
  ROOT_FOLDER,
  readSharedFile,
  reserveUpload,
  type SharedItem,
} from '#features/software/uploads/contract.ts'
import { uploads } from '#features/software/uploads/web/index.ts'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconFile, IconFolder } from '#kit/web/icons/icons.generated.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { useText } from '../texts.ts'
import classes from './box-folder.module.css'

/** Makes the server fetch a file from Box into the bundle: one that is chosen in its folders, or that a link names. */
export function FetchFromBox({ bundleId, onClose }: { bundleId: string; onClose: () => void }) {
  const t = useText()
  const [folderId, setFolderId] = useState<string>(ROOT_FOLDER)
  const form = useContractForm(reserveUpload.body, { bundleId, sourceType: 'BOX' as const, boxId: '', fileName: '' })
  const reserve = useMutationOf(reserveUpload, {
    onProblem: applyServerErrors(form),
    onSuccess: (reservedUpload) => {
      uploads.fetch({ sourceType: 'BOX', boxId: form.getValues().boxId }, reservedUpload)
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

/** A folder of Box: the folders that it is in, and what it holds. */
function BoxFolder(props: {
  id: string
  chosen: string
  onOpen: (id: string) => void
  onChoose: (item: SharedItem) => void
}) {
  const t = useText()
  const { id, chosen, onOpen, onChoose } = props
  const found = useQueryOf(listSharedFolder, { params: { id }, query: { size: 1000 } })
  const more = (found.data?.page.totalElements ?? 0) > 1000
  return (
    <div className={classes.folder}>
      <nav className={classes.path} aria-label={t('files.boxPath')}>
        {found.data?.path.map((folder) => (
          <button
            key={folder.id}
            type="button"
            aria-current={folder.id === id ? 'true' : undefined}
            onClick={() => onOpen(folder.id)}
          >
            {folder.name}
          </button>
        ))}
      </nav>
      <div className={classes.items}>
        <QueryView query={found} empty={<p>{t('files.boxEmpty')}</p>}>
          {({ _embedded: { items } }) =>
            items.map((item) => (
              <button
                key={`${item.kind} ${item.id}`}
                type="button"
                aria-pressed={item.kind === 'FILE' ? item.id === chosen : undefined}
                onClick={() => (item.kind === 'FILE' ? onChoose(item) : onOpen(item.id))}
              >
                {item.kind === 'FILE' ? <IconFile size={16} aria-hidden /> : <IconFolder size={16} aria-hidden />}
                <code title={item.name}>{item.name}</code>
                <small>{item.size === null ? '' : formatBytes(item.size)}</small>
              </button>
            ))
          }
        </QueryView>
      </div>
      {more && <small>{t('files.boxMore')}</small>}
    </div>
  )
}
