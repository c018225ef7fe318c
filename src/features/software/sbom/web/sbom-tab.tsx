import { useRef, useState } from 'react'
import { type Bundle, isEditable, readBundleHistory } from '#features/software/bundles/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { IconFileCode, IconTrash, IconUpload } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  compareSboms,
  deleteSbom,
  listSbomComponents,
  listSbomLicenses,
  listSboms,
  manageSboms,
  readSbomCoverage,
  type StoredSbom,
  searchComponents,
  type uploadSbom,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { BundleSelect } from './bundle-select.tsx'
import { ComponentTable } from './component-table.tsx'
import { DifferenceRows } from './difference-rows.tsx'
import { LicensesCard } from './licenses-card.tsx'
import classes from './sbom.module.css'

/** The SBOMs of a bundle: its components and licenses, and the difference from another bundle. */
export function SbomTab({ bundle }: { bundle: Pick<Bundle, 'id' | 'status'> }) {
  const t = useText()
  const mayManage = useAllows(manageSboms)
  const mayAdd = mayManage && isEditable(bundle.status)
  const result = useQueryOf(listSboms, { params: { id: bundle.id }, query: { size: 200 } })
  const { query, change } = useUrlQuery<'against'>()
  const against = query.against === undefined ? undefined : String(query.against)
  return (
    <QueryView
      query={result}
      rows={6}
      empty={
        <EmptyState
          colour="grey"
          icon={<IconFileCode size={22} aria-hidden />}
          title={t('tab.empty')}
          actions={mayAdd && <AddSbom bundleId={bundle.id} />}
        >
          {mayAdd ? t('tab.emptyText') : t('tab.emptyRead')}
        </EmptyState>
      }
    >
      {({ _embedded: { sboms } }) => (
        <div className={classes.stack}>
          <Card title={t('tab.files')} flush right={mayAdd && <AddSbom bundleId={bundle.id} />}>
            <SbomFiles sboms={sboms} mayDelete={mayManage} />
          </Card>
          <LicensesCard bundleId={bundle.id} />
          <Card title={t('difference.title')} flush>
            <div className={classes.choices}>
              <BundleSelect
                label={t('difference.with')}
                value={against}
                except={bundle.id}
                onChange={(id) => change({ against: id })}
              />
            </div>
            {against && <DifferenceRows key={against} before={against} after={bundle.id} />}
          </Card>
          <ComponentTable bundleId={bundle.id} />
        </div>
      )}
    </QueryView>
  )
}

/** The files that the components of a bundle come from. */
function SbomFiles({ sboms, mayDelete }: { sboms: readonly StoredSbom[]; mayDelete: boolean }) {
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

/** Everything that shows components. */
const sbomReads = [
  ...[listSboms, listSbomComponents, listSbomLicenses, compareSboms],
  ...[searchComponents, readSbomCoverage, readBundleHistory],
] as const

/** Chooses an SBOM and adds it to the bundle; its problem says what is wrong with the file. */
function AddSbom({ bundleId }: { bundleId: string }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [share, setShare] = useState<number | null>(null)
  const send = async (file: File) => {
    setShare(0)
    try {
      const form = new FormData()
      form.set('file', file)
      const added = await upload<Reply<typeof uploadSbom>>(`/api/bundles/${bundleId}/sboms`, form, setShare)
      toast({ title: t('tab.added', { name: added.name, count: formatCount(added.components) }) })
      await refresh(...sbomReads)
    } catch (error) {
      showError(error)
    } finally {
      setShare(null)
    }
  }
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label={t('tab.upload')}
        onChange={(event) => {
          const [file] = event.currentTarget.files ?? []
          event.currentTarget.value = ''
          if (file) void send(file)
        }}
      />
      <Button
        variant="default"
        disabled={share !== null}
        leftSection={<IconUpload size={15} aria-hidden />}
        onClick={() => chooser.current?.click()}
      >
        {share === null ? t('tab.upload') : t('tab.uploading', { percent: Math.round(share * 100) })}
      </Button>
    </>
  )
}
