import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { listBundleComponents } from '#features/software/uploads/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconAlertTriangle, IconCircleCheckFilled, IconFile, IconRefresh } from '#kit/web/icons/icons.generated.ts'
import { FileName } from '#kit/web/look/file-name.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatTime } from '#kit/web/time/time.ts'
import { checkDockerVersion, type DockerVersion } from '../contract.ts'
import { useText } from '../texts.ts'
import { addPicked, type FetchFile } from './add-picked.ts'
import classes from './container-picker.module.css'
import { type InBundle, imageInBundle, isoInBundle, nameOfPath } from './in-bundle.ts'
import { KnownState } from './known-state.tsx'
import { PickedImages } from './picked-images.tsx'
import { PickerFooter } from './picker-footer.tsx'
import type { Vendor } from './use-picker.ts'

/** The version that is chosen: its check, its images and ISO files to choose from, and the button that adds them. */
export function PickedVersion(props: {
  vendor: Vendor
  bundleId: string
  product: string
  branch: string
  version: DockerVersion
  fetchFile: FetchFile
  onClose: () => void
}) {
  const t = useText()
  const { vendor, bundleId, product, branch, version, fetchFile, onClose } = props
  const [droppedUrls, setDroppedUrls] = useState<readonly string[]>([])
  const [isos, setIsos] = useState<readonly string[]>([])
  const [pending, setPending] = useState(false)
  const query = useQueryOf(listBundleComponents, { query: { bundleId, size: 10_000 } })
  return (
    <QueryView query={query} rows={4}>
      {(data) => {
        const { components } = data._embedded
        const images = version.dockerImages.map((image) => ({ image, known: imageInBundle(image, components) }))
        const chosenImages = images.filter(({ image, known }) => known.isFree && !droppedUrls.includes(image.url))
        const files = version.isoURLs.map((path) => ({ path, known: isoInBundle(path, components) }))
        const bytes = vendor === 'portal' ? 0 : chosenImages.reduce((sum, { image }) => sum + image.size, 0)
        const add = async () => {
          setPending(true)
          const place = { bundleId, product, branch, version: version.tag }
          const hasAdded = await addPicked(
            { ...place, images: chosenImages.map(({ image }) => image), isos },
            fetchFile,
            (count) => t('picker.added', { count }),
          )
          setPending(false)
          if (hasAdded) onClose()
        }
        return (
          <>
            <PickerCheck {...{ vendor, product, branch }} version={version.tag} />
            <PickedImages vendor={vendor} images={images} dropped={droppedUrls} onChange={setDroppedUrls} />
            {files.length > 0 && <PickedIsos files={files} chosen={isos} onChange={setIsos} />}
            <PickerFooter
              images={chosenImages.length}
              isos={isos.length}
              bytes={bytes}
              pending={pending}
              onAdd={() => void add()}
              onClose={onClose}
            />
          </>
        )
      }}
    </QueryView>
  )
}

/** Whether the registry has every part of the images of a version. */
function PickerCheck(props: { vendor: Vendor; product: string; branch: string; version: string }) {
  const t = useText()
  const { vendor, ...query } = props
  const { version } = query
  const result = useQueryOf(checkDockerVersion, { params: { vendor }, query })
  const { data, isFetching, refetch } = result
  const names = data?.missing.map(({ containerName }) => containerName).join(', ') ?? ''
  const state = data ? (data.isComplete ? 'complete' : 'incomplete') : 'checking'
  const line = (
    <p role="status" className={classes.check} data-state={state}>
      {state === 'complete' && <IconCircleCheckFilled size={18} aria-hidden />}
      {state === 'incomplete' && <IconAlertTriangle size={18} aria-hidden />}
      <span>
        <b>{t(`picker.${state}`, { version })}</b>{' '}
        {data && (data.isComplete ? t('picker.found', { count: data.images }) : t('picker.lacking', { names }))}
      </span>
      {data && (
        <small>
          {formatTime(data.checked)}
          <IconButton size={24} aria-label={t('picker.again')} disabled={isFetching} onClick={() => void refetch()}>
            <IconRefresh size={14} aria-hidden />
          </IconButton>
        </small>
      )}
    </p>
  )
  return (
    <QueryView query={result} loading={line}>
      {() => line}
    </QueryView>
  )
}

type Row = { readonly path: string; readonly known: InBundle }

/** The ISO files of a version in the vendor's area; none is chosen at first. */
function PickedIsos(props: {
  files: readonly Row[]
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}) {
  const t = useText()
  const { files, chosen, onChange } = props
  const columns: readonly PlainColumn<Row>[] = [
    {
      id: 'choose',
      label: t('picker.choose'),
      width: 3,
      quiet: true,
      cell: ({ path, known }) => (
        <Checkbox
          aria-label={t('picker.pick', { name: nameOfPath(path) })}
          disabled={!known.isFree}
          checked={chosen.includes(path)}
          onChange={(event) =>
            onChange(event.currentTarget.checked ? [...chosen, path] : chosen.filter((one) => one !== path))
          }
        />
      ),
    },
    {
      id: 'path',
      label: t('picker.iso'),
      cell: ({ path }) => <FileName icon={<IconFile size={16} aria-hidden />} name={nameOfPath(path)} note={path} />,
    },
    {
      id: 'known',
      label: t('picker.inBundle'),
      width: 9.5,
      cell: ({ known }) => <KnownState known={known} fresh={t('picker.fetched')} />,
    },
  ]
  return <PlainTable label={t('picker.isos')} columns={columns} rows={files} id={({ path }) => path} />
}
