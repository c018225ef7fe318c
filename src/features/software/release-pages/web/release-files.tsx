import { type BundleRelease, listReleaseFiles, type ReleaseFile } from '#features/software/releases/contract.ts'
import { readShareLink, shareFiles } from '#features/software/uploads/contract.ts'
import { isDownloadable } from '#kit/contract/file-check.ts'
import { call } from '#kit/web/data/call.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileCheckBadge } from '#kit/web/form/file-check-badge.tsx'
import { IconDownload, IconFile, IconLink } from '#kit/web/icons/icons.generated.ts'
import { FileName } from '#kit/web/look/file-name.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { ShortDigest } from '#kit/web/look/short-digest.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type PlainColumn, PlainComing, PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatDate } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { ComponentState } from './component-state.tsx'

/** The files of a release, with their digests, and a download of each. */
export function ReleaseFiles({ release, mayDownload }: { release: BundleRelease; mayDownload: boolean }) {
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
