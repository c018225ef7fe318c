import { TextInput } from '@mantine/core'
import { type DragEvent, Suspense, useState } from 'react'
import {
  type Bundle,
  type ComponentFile,
  isEditable,
  listComponentFiles,
  manageFiles,
  readBundle,
} from '#features/software/bundles/contract.ts'
import {
  type BundleComponent,
  listBundleComponents,
  type UploadProgress,
  type UploadState,
  uploadsProgressed,
} from '#features/software/uploads/contract.ts'
import { uploads, useUploads } from '#features/software/uploads/web/index.ts'
import { refresh, useQueryOf } from '#kit/web/data/query.ts'
import { IconFiles, IconSearch } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { PlainComing, PlainTable } from '#kit/web/table/plain-table.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { AddFiles } from './add-files.tsx'
import classes from './bundle-page.module.css'
import { useComponentColumns } from './component-columns.tsx'
import { type ComponentRow, kindOf } from './component-row.ts'
import { byOwnName, droppedFiles } from './dropped-files.ts'

const FailedComponents = lazyNamed(() => import('./failed-components.tsx'), 'FailedComponents')
const FILTERED_FROM = 8

/** The files of a bundle. Drop files or folders anywhere on it: rows with their progress appear at once. */
export function ComponentsTab({ bundle }: { bundle: Bundle }) {
  const result = useQueryOf(listComponentFiles, { query: { bundleId: bundle.id, size: 10_000 } })
  return (
    <QueryView query={result} loading={<Coming rows={bundle.figures?.components ?? 0} />}>
      {({ _embedded: { files } }) => <Components bundle={bundle} files={files} />}
    </QueryView>
  )
}

/** Placeholder for tools and table. */
function Coming({ rows }: { rows: number }) {
  return (
    <>
      <div className={classes.tools} />
      <div className={classes.drop}>
        <PlainComing rows={rows} />
      </div>
    </>
  )
}

function Components({ bundle, files }: { bundle: Bundle; files: readonly ComponentFile[] }) {
  const t = useText()
  const [over, setOver] = useState(false)
  const [words, setWords] = useState('')
  const [kind, setKind] = useState('all')
  const may = useAllows(manageFiles) && isEditable(bundle.status)
  const phone = useIsMobile()
  const columns = useComponentColumns(may)
  const uploading = useUploads()
    .filter(({ bundleId, stage }) => bundleId === bundle.id && stage !== 'done')
    .map((item): ComponentRow => ({ key: item.key, name: item.name, item }))
  const own = new Set(uploading.map(({ name }) => name))
  const open = useOpenUploads(bundle.id)
    .filter(({ fileName }) => !own.has(fileName))
    .map((one): ComponentRow => ({ key: one.id, name: one.fileName, open: one }))
  const coming = new Set(open.map(({ name }) => name.toLowerCase()))
  const storedRows = files
    .filter(({ fileName }) => !own.has(fileName))
    .filter(({ fileName, fileStatus }) => fileStatus === 'IN_STORAGE' || !coming.has(fileName.toLowerCase()))
    .map((file): ComponentRow => ({ key: file.id, name: file.fileName, file }))
  const all = [...uploading, ...open, ...storedRows]
  const rows = all
    .filter((row) => kind === 'all' || kindOf(row) === kind)
    .filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))
  const { components = 0, inStorage = 0 } = bundle.figures ?? {}
  const announcedNames = new Set(
    files.filter((file) => file.fileStatus !== 'IN_STORAGE').map(({ fileName }) => fileName),
  )
  // What this tab uploads is a component once it is in storage, unless it was announced.
  const missing = components - inStorage + uploading.filter(({ name }) => !announcedNames.has(name)).length
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void droppedFiles(event.dataTransfer).then((newFiles) => {
      const { files: chosenFiles, sameName } = byOwnName(newFiles)
      uploads.add(chosenFiles, bundle.id)
      if (sameName.length === 0) return
      const detail = t('files.sameNameOf', { paths: sameName.join(', ') })
      toast({ tone: 'error', title: t('files.sameName', { count: sameName.length }), detail, autoClose: false })
    })
  }
  const drag = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const count = (wantedKind: string) => all.filter((row) => kindOf(row) === wantedKind).length
  return (
    <>
      <div className={classes.tools}>
        {all.length > FILTERED_FROM && (
          <>
            <SegmentedControl
              aria-label={t('files.show')}
              options={[
                { value: 'all', label: t('files.all', { count: all.length }) },
                { value: 'product', label: t('files.products', { count: count('product') }) },
                { value: 'container', label: t('files.containers', { count: count('container') }) },
                { value: 'document', label: t('files.documents', { count: count('document') }) },
              ]}
              value={kind}
              onChange={setKind}
            />
            <TextInput
              type="search"
              aria-label={t('files.filter')}
              placeholder={t('files.filter')}
              leftSection={<IconSearch size={15} aria-hidden />}
              value={words}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
          </>
        )}
        {may && !phone && all.length <= FILTERED_FROM && <span className={classes.quiet}>{t('files.drop')}</span>}
        {may && <AddFiles bundleId={bundle.id} />}
      </div>
      <Suspense fallback={null}>
        <FailedComponents bundle={bundle} may={may} />
      </Suspense>
      {missing > 0 && <InlineAlert>{t('files.missing', { count: missing })}</InlineAlert>}
      <section
        className={classes.drop}
        aria-label={t('files.drop')}
        data-over={over || undefined}
        {...(may ? { onDragOver: drag, onDragLeave: () => setOver(false), onDrop: drop } : {})}
      >
        {rows.length > 0 && (
          <PlainTable label={t('tab.components')} columns={columns} rows={rows} id={({ key }) => key} />
        )}
        {rows.length === 0 && (
          <EmptyState
            colour="grey"
            icon={<IconFiles size={22} aria-hidden />}
            title={t(all.length > 0 ? 'files.filtered' : 'files.empty')}
          >
            {all.length === 0 && t('files.emptyText')}
          </EmptyState>
        )}
      </section>
    </>
  )
}

const underWay: readonly (UploadState | null)[] = ['RESERVED', 'UPLOADING', 'SAVING']

/** What is on its way into a bundle from any source and by any user; its progress is live. */
function useOpenUploads(bundleId: string): readonly BundleComponent[] {
  const { data } = useQueryOf(listBundleComponents, { query: { bundleId, size: 10_000 } })
  const [live, setLive] = useState<Readonly<Record<string, UploadProgress>>>({})
  const open = data?._embedded.components.filter(({ uploadState }) => underWay.includes(uploadState)) ?? []
  useTopic(uploadsProgressed, {}, (message) => {
    // What has ended is in the history of the bundle, which refreshes the page.
    if (message && (message.bundleId !== bundleId || !underWay.includes(message.state))) return
    if (message && open.some(({ id }) => id === message.fileId))
      setLive((before) => ({ ...before, [message.fileId]: message }))
    else {
      // One has begun, or begins again with fewer bytes; or messages were missed.
      setLive({})
      void refresh(listBundleComponents, listComponentFiles, readBundle)
    }
  })
  return open.map((one) => {
    const { progress, received, size, state: uploadState } = live[one.id] ?? { ...one, state: one.uploadState }
    // A message that was sent before the list was read is older than it.
    return received < one.received ? one : { ...one, progress, received, size, uploadState }
  })
}
