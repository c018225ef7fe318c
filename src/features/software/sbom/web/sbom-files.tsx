import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { deleteSbom, type StoredSbom } from '../contract.ts'
import { useText } from '../texts.ts'
import { sbomReads } from './add-sbom.tsx'
import classes from './sbom.module.css'

/** The files that the components of a bundle come from. */
export function SbomFiles({ sboms, mayDelete }: { sboms: readonly StoredSbom[]; mayDelete: boolean }) {
  const t = useText()
  const [selected, setSelected] = useState<StoredSbom | null>(null)
  const columns: readonly PlainColumn<StoredSbom>[] = [
    {
      id: 'name',
      label: t('tab.name'),
      cell: ({ name, format, specVersion }) => (
        <div className={classes.twoLines}>
          <strong translate="no">{name}</strong>
          <span className={classes.below}>{t(`format.${format}`, { version: specVersion })}</span>
        </div>
      ),
    },
    {
      id: 'count',
      label: t('tab.count'),
      width: 7,
      align: 'right',
      cell: ({ components }) => formatCount(components),
    },
    { id: 'size', label: t('tab.size'), width: 6, align: 'right', wide: true, cell: ({ size }) => formatBytes(size) },
    {
      id: 'uploaded',
      label: t('tab.uploaded'),
      width: 6,
      align: 'right',
      wide: true,
      cell: ({ uploaded }) => <Age at={uploaded} />,
    },
    ...(mayDelete
      ? [
          {
            id: 'actions',
            label: t('tab.actions'),
            quiet: true,
            width: 4,
            align: 'right' as const,
            cell: (sbom: StoredSbom) => (
              <IconButton aria-label={t('tab.delete', { name: sbom.name })} onClick={() => setSelected(sbom)}>
                <IconTrash size={16} aria-hidden />
              </IconButton>
            ),
          },
        ]
      : []),
  ]
  return (
    <>
      <PlainTable label={t('tab.files')} columns={columns} rows={sboms} id={({ id }) => id} />
      {selected && <DeleteSbom sbom={selected} onClose={() => setSelected(null)} />}
    </>
  )
}

function DeleteSbom({ sbom: { id, bundleId, name }, onClose }: { sbom: StoredSbom; onClose: () => void }) {
  const t = useText()
  const remove = useMutationOf(deleteSbom, {
    refreshes: sbomReads,
    onSuccess: () => {
      toast({ title: t('tab.deleted', { name }) })
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title={t('tab.deleteTitle', { name })}
      action={t('tab.deleteAction')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: bundleId, sbomId: id } })}
      onClose={onClose}
    >
      {t('tab.deleteText')}
    </Confirm>
  )
}
