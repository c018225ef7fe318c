import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import {
  type BundleComponent,
  deleteVendorFile,
  listVendorFiles,
  type VendorFile,
} from '#features/software/uploads/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconFile, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { FileName } from '#kit/web/look/file-name.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { Age } from '#kit/web/time/age.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'
import { nameOfPath } from './take-vendor-files.ts'
import classes from './vendor-files.module.css'

/** Files of the vendor's area: to choose those that the bundle does not have, and to delete. */
export function VendorFileTable(props: {
  files: readonly VendorFile[]
  components: readonly BundleComponent[]
  chosenFiles: readonly VendorFile[]
  onChange: (chosenFiles: readonly VendorFile[]) => void
  onDeleted: (file: VendorFile) => void
}) {
  const t = useText()
  const phone = useIsMobile()
  const { files, components, chosenFiles, onChange, onDeleted } = props
  const [deletion, setDeletion] = useState<VendorFile>()
  const remove = useMutationOf(deleteVendorFile, {
    refreshes: [listVendorFiles],
    onSuccess: () => {
      if (!deletion) return
      toast({ title: t('vendor.deleted', { name: nameOfPath(deletion.path) }) })
      onDeleted(deletion)
      setDeletion(undefined)
    },
  })
  const byName = new Map(components.map((component) => [component.fileName.toLowerCase(), component]))
  const stateOf = ({ path }: VendorFile) => stateIn(byName.get(nameOfPath(path).toLowerCase()))
  const columns: readonly PlainColumn<VendorFile>[] = [
    {
      id: 'choose',
      label: t('vendor.choose'),
      width: phone ? 2.5 : 3,
      quiet: true,
      cell: (file) => (
        <Checkbox
          aria-label={t('vendor.chooseOne', { path: file.path })}
          disabled={stateOf(file) !== 'free'}
          checked={stateOf(file) === 'free' && chosenFiles.some(({ id }) => id === file.id)}
          onChange={(event) =>
            onChange(
              event.currentTarget.checked ? [...chosenFiles, file] : chosenFiles.filter(({ id }) => id !== file.id),
            )
          }
        />
      ),
    },
    {
      id: 'path',
      label: t('vendor.file'),
      cell: ({ path, size }) => (
        <FileName
          icon={<IconFile size={16} aria-hidden />}
          name={nameOfPath(path)}
          note={phone ? `${formatBytes(size)} · ${path}` : path}
        />
      ),
    },
    {
      id: 'size',
      label: t('column.size'),
      width: 5.5,
      wide: true,
      align: 'right',
      cell: ({ size }) => formatBytes(size),
    },
    {
      id: 'updated',
      label: t('vendor.updated'),
      width: 8.5,
      wide: true,
      cell: ({ updated, createdBy }) => (
        <span title={createdBy}>
          <Age at={updated} />
        </span>
      ),
    },
    {
      id: 'state',
      label: t('vendor.inBundle'),
      width: phone ? 5.5 : 7.5,
      cell: (file) => <span className={classes.quiet}>{t(`vendor.state.${stateOf(file)}`)}</span>,
    },
    {
      id: 'delete',
      label: t('files.menu'),
      width: 3,
      quiet: true,
      align: 'right',
      cell: (file) => (
        <IconButton
          size={24}
          aria-label={t('vendor.deleteOne', { path: file.path })}
          aria-haspopup="dialog"
          onClick={() => setDeletion(file)}
        >
          <IconTrash size={15} aria-hidden />
        </IconButton>
      ),
    },
  ]
  return (
    <>
      <PlainTable label={t('vendor.title')} columns={columns} rows={files} id={({ id }) => id} />
      {deletion && (
        <Confirm
          opened
          title={t('vendor.deleteTitle', { name: nameOfPath(deletion.path) })}
          action={t('move.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate({ params: { id: deletion.id } })}
          onClose={() => setDeletion(undefined)}
        >
          {t('vendor.deleteText', { path: deletion.path })}
        </Confirm>
      )}
    </>
  )
}

/** Whether a file of that name can be added: the bundle has none, or waits for it. */
function stateIn(component: BundleComponent | undefined): 'free' | 'stored' | 'coming' {
  if (!component) return 'free'
  if (component.state === 'IN_STORAGE') return 'stored'
  return component.uploadState === null || component.uploadState === 'FAILED' || component.state === 'MISSING'
    ? 'free'
    : 'coming'
}
