import { Tabs } from '@mantine/core'
import { Suspense } from 'react'
import { isEditable, writeNotes } from '#features/software/bundles/contract.ts'
import { NotesTab } from '#features/software/notes/web/index.ts'
import { manageRegistryAccess } from '#features/software/registry/contract.ts'
import { registryPath } from '#features/software/registry/paths.ts'
import { RegistryCard } from '#features/software/registry/web/index.ts'
import {
  type BundleRelease,
  type FrozenImage,
  listReleaseFiles,
  listReleaseImages,
  type ReleaseFile,
} from '#features/software/releases/contract.ts'
import { readShareLink, shareFiles } from '#features/software/uploads/contract.ts'
import { isDownloadable } from '#kit/contract/file-check.ts'
import { call } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileCheckBadge } from '#kit/web/form/file-check-badge.tsx'
import { IconBrandDocker, IconDownload, IconFile, IconLink } from '#kit/web/icons/icons.generated.ts'
import { StateBadge } from '#kit/web/look/badge.tsx'
import { Count } from '#kit/web/look/count.tsx'
import { FileName } from '#kit/web/look/file-name.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { ShortDigest } from '#kit/web/look/short-digest.tsx'
import { TabBody, TwoColumnLayout } from '#kit/web/look/with-side.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainComing, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useUrlQuery } from '#kit/web/url-query.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { ReleaseSteps } from './release-steps.tsx'
import { VerifyCard } from './verify-card.tsx'

/** The files, images and notes of a release, and beside them its progress and how to verify it. */
export function ReleaseParts(props: { release: BundleRelease; staff: boolean; mayDownload: boolean }) {
  const { release, staff, mayDownload } = props
  const { id, account, accountId, components, images } = release
  const t = useText()
  const { query, put } = useUrlQuery<'tab'>()
  const { tab: wantedTab } = query
  const contents = t(images === 0 ? 'detail.filesTab' : components > images ? 'detail.bothTab' : 'images.title')
  const tab = wantedTab === 'notes' ? 'notes' : 'files'
  const mayWrite = useAllows(writeNotes)
  const mayPull = useAllows(manageRegistryAccess, account) && release.status === 'DELIVERED'
  const open = (value: string | null) => put({ tab: value === 'files' ? undefined : value })
  return (
    <TwoColumnLayout
      wide
      label={t('detail.label', { name: release.name })}
      sideLabel={t('verify.title')}
      side={
        <>
          {release.approval && staff && release.status !== 'DELIVERED' && <ReleaseSteps release={release} />}
          <VerifyCard release={release} />
          {images > 0 && mayPull && (
            <Suspense fallback={null}>
              <RegistryCard releaseId={id} path={registryPath({ account, accountId })} />
            </Suspense>
          )}
        </>
      }
      tabs={
        <Tabs value={tab} onChange={open}>
          <Tabs.List aria-label={t('detail.tabs')}>
            <Tabs.Tab value="files" rightSection={<Count value={components} />}>
              {contents}
            </Tabs.Tab>
            <Tabs.Tab value="notes">{t('detail.notesTab')}</Tabs.Tab>
          </Tabs.List>
        </Tabs>
      }
    >
      <TabBody label={tab === 'files' ? contents : t('detail.notesTab')}>
        {tab === 'files' ? (
          <>
            {components > images && <ReleaseFiles release={release} mayDownload={mayDownload} />}
            {images > 0 && <ReleaseImages release={release} />}
          </>
        ) : (
          <NotesTab
            of={{ bundleReleaseId: release.id }}
            mayWrite={mayWrite && isEditable(release.bundleStatus)}
            {...(mayWrite ? { hint: t('detail.notesHint') } : {})}
          />
        )}
      </TabBody>
    </TwoColumnLayout>
  )
}

/** The images of a release, with the digest that the signed manifest has of each. */
function ReleaseImages({ release: { id, images: count } }: { release: BundleRelease }) {
  const t = useText()
  const phone = useIsMobile()
  const result = useQueryOf(listReleaseImages, { params: { id }, query: { size: 10_000 } })
  const columns: readonly PlainColumn<FrozenImage>[] = [
    {
      id: 'name',
      label: t('images.container'),
      cell: ({ name, tag, platforms }) => (
        <FileName
          icon={<IconBrandDocker size={16} aria-hidden />}
          name={name}
          note={[...(phone ? [tag] : []), platforms.join(', ')].join(' · ')}
        />
      ),
    },
    { id: 'tag', label: t('images.tag'), width: 6.5, wide: true, cell: ({ tag }) => <code title={tag}>{tag}</code> },
    { id: 'size', label: t('column.size'), width: 5.5, align: 'right', cell: ({ size }) => formatBytes(size) },
    {
      id: 'digest',
      label: t('images.digest'),
      width: phone ? 4 : 8.5,
      quiet: phone,
      cell: ({ digest, name }) => (
        <ShortDigest value={digest} copy={t('images.copyDigest', { name })} buttonOnly={phone} />
      ),
    },
    {
      id: 'state',
      label: t('column.status'),
      width: 8.5,
      wide: true,
      cell: ({ status, deployed, receiptSigned }) => (
        <ComponentState state={status} unsigned={deployed !== null && !receiptSigned} />
      ),
    },
  ]
  return (
    <QueryView query={result} loading={<PlainComing rows={count} />}>
      {({ _embedded: { images } }) => (
        <PlainTable label={t('images.title')} columns={columns} rows={images} id={(image) => image.id} />
      )}
    </QueryView>
  )
}

/** The files of a release, with their digests, and a download of each. */
function ReleaseFiles({ release, mayDownload }: { release: BundleRelease; mayDownload: boolean }) {
  const t = useText()
  const mayShare = useAllows(shareFiles)
  const result = useQueryOf(listReleaseFiles, { query: { bundleReleaseIds: [release.id], size: 10_000 } })
  const columns: readonly PlainColumn<ReleaseFile>[] = [
    {
      id: 'name',
      label: t('files.file'),
      cell: ({ fileName }) => <FileName icon={<IconFile size={16} aria-hidden />} name={fileName} />,
    },
    { id: 'size', label: t('column.size'), width: 5.5, align: 'right', cell: ({ size }) => formatBytes(size) },
    {
      id: 'digest',
      label: t('column.digest'),
      width: 7.5,
      wide: true,
      cell: ({ digest }) => <ShortDigest value={digest} />,
    },
    {
      id: 'state',
      label: t('column.status'),
      width: 8.5,
      wide: true,
      cell: ({ check, fileStatus, deployed, receiptSigned }) =>
        check ? (
          <FileCheckBadge check={check} />
        ) : (
          <ComponentState state={fileStatus} unsigned={deployed !== null && !receiptSigned} />
        ),
    },
    {
      id: 'actions',
      label: t('files.actions'),
      width: 5,
      quiet: true,
      align: 'right',
      cell: (file) => (
        <>
          {mayShare && file.fileId && (
            <IconButton
              size={24}
              aria-label={t('files.share', { name: file.fileName })}
              onClick={() => void share(file.fileId ?? '', (until) => t('files.shared', { until }))}
            >
              <IconLink size={15} aria-hidden />
            </IconButton>
          )}
          {mayDownload && isDownloadable(file.check) && (
            <IconButton
              href={file.fileUrl}
              download
              size={24}
              aria-label={t('files.download', { name: file.fileName })}
            >
              <IconDownload size={15} aria-hidden />
            </IconButton>
          )}
        </>
      ),
    },
  ]
  return (
    <QueryView query={result} loading={<PlainComing rows={release.components - release.images} />}>
      {({ _embedded: { fileReleases: files } }) => (
        <PlainTable label={t('files.title')} columns={columns} rows={files} id={({ id }) => id} />
      )}
    </QueryView>
  )
}

async function share(id: string, titleOf: (until: string) => string): Promise<void> {
  try {
    const { content, expires } = await call(readShareLink, { params: { id } })
    await navigator.clipboard.writeText(content)
    toast({ title: titleOf(formatDate(expires)) })
  } catch (error) {
    showError(error)
  }
}

/** The state of a file or image of a release; `unsigned` marks a word of a receipt without a signature. */
function ComponentState({ state, unsigned }: { state: ReleaseFile['fileStatus']; unsigned: boolean }) {
  const t = useText()
  return (
    <span title={unsigned ? t('files.unsignedReceipt') : undefined}>
      <StateBadge kind="file" state={state} />
      {unsigned && ' *'}
    </span>
  )
}
