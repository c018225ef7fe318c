import { Suspense, useState } from 'react'
import {
  type ComponentFile,
  deleteComponentFile,
  listComponentFiles,
  readBundle,
} from '#features/software/bundles/contract.ts'
import { downloadReleases, readShareLink, revokeShareLink, shareFiles } from '#features/software/uploads/contract.ts'
import { mayPause, ShareLinksDialog, type UploadItem, uploads } from '#features/software/uploads/web/index.ts'
import { isDownloadable } from '#kit/contract/file-check.ts'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import {
  IconDownload,
  IconLink,
  IconLinkOff,
  IconLinkPlus,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconReplace,
  IconTrash,
  IconUpload,
  IconX,
} from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import type { MenuAction } from '#kit/web/look/menu-action.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'
import { chooseFileAgain } from './choose-file-again.ts'
import { ComponentActions } from './component-actions.tsx'
import type { ComponentRow } from './component-row.ts'

const RenameFile = lazyNamed(() => import('./rename-file.tsx'), 'RenameFile')
const OpenUploadMenu = lazyNamed(() => import('./open-upload-menu.tsx'), 'OpenUploadMenu')

/** The actions of a file of a bundle, of its upload, or of what is on its way. */
export function ComponentMenu({ row }: { row: ComponentRow }) {
  if (row.open)
    return (
      <Suspense>
        <OpenUploadMenu open={row.open} />
      </Suspense>
    )
  return row.item ? <UploadMenu row={row} item={row.item} /> : <FileMenu row={row} file={row.file} />
}

function UploadMenu({ row, item }: { row: ComponentRow; item: UploadItem }) {
  const t = useText()
  const { key, stage } = item
  const actions: (MenuAction | false)[] = [
    mayPause(item) && {
      icon: <IconPlayerPause size={15} aria-hidden />,
      label: t('files.pause'),
      run: () => uploads.pause(key),
    },
    stage === 'paused' && {
      icon: <IconPlayerPlay size={15} aria-hidden />,
      label: t('files.resume'),
      run: () => uploads.resume(key),
    },
    stage === 'failed' && {
      icon: <IconRefresh size={15} aria-hidden />,
      label: t('files.retry'),
      run: () => uploads.retry(key),
    },
    stage === 'failed' && {
      icon: <IconReplace size={15} aria-hidden />,
      label: t('files.overwrite'),
      run: () => uploads.retry(key, { clobber: true }),
    },
    { icon: <IconX size={15} aria-hidden />, label: t('cancel'), run: () => uploads.remove(key) },
  ]
  return <ComponentActions name={row.name} actions={actions.filter((action) => action !== false)} />
}

function FileMenu({ row, file }: { row: ComponentRow; file: ComponentFile }) {
  const t = useText()
  const mayDownload = useAllows(downloadReleases)
  const mayShare = useAllows(shareFiles)
  const [showsLinks, setShowsLinks] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const remove = useMutationOf(deleteComponentFile, {
    refreshes: [listComponentFiles, readBundle],
    onSuccess: () => toast({ title: t('files.deleted', { name: file.fileName }) }),
  })
  const revoke = useMutationOf(revokeShareLink, { onSuccess: () => toast({ title: t('files.revoked') }) })
  const share = async (id: string) => {
    try {
      const { content, expires } = await call(readShareLink, { params: { id } })
      await navigator.clipboard.writeText(content)
      toast({ title: t('files.shared', { until: formatDate(expires) }) })
    } catch (error) {
      showError(error)
    }
  }
  const { bundleId, fileId, fileName, fileStatus, fileUrl, check, container } = file
  const { componentType: type } = file.bundleComponent
  const isShareable = mayShare && fileId
  const actions: (MenuAction | false | null | '')[] = [
    mayDownload &&
      fileUrl !== null &&
      isDownloadable(check) && {
        icon: <IconDownload size={15} aria-hidden />,
        label: t('files.download'),
        href: fileUrl,
      },
    isShareable && {
      icon: <IconLink size={15} aria-hidden />,
      label: t('files.share'),
      run: () => void share(isShareable),
    },
    isShareable && {
      icon: <IconLinkPlus size={15} aria-hidden />,
      label: t('files.links'),
      run: () => setShowsLinks(true),
    },
    isShareable && {
      icon: <IconLinkOff size={15} aria-hidden />,
      label: t('files.revoke'),
      run: () => revoke.mutate({ params: { id: isShareable } }),
    },
    fileStatus !== 'IN_STORAGE' &&
      container === null && {
        icon: <IconUpload size={15} aria-hidden />,
        label: t('failed.choose'),
        run: () => chooseFileAgain({ bundleId, type, fileName }, t),
      },
    {
      icon: <IconPencil size={15} aria-hidden />,
      label: t('files.rename'),
      blocked: container === null ? undefined : t('files.imageName'),
      run: () => setRenaming(true),
    },
    {
      icon: <IconTrash size={15} aria-hidden />,
      label: t('files.delete'),
      run: () => remove.mutate({ params: { id: file.id }, version: file.version }),
    },
  ]
  return (
    <>
      <ComponentActions
        name={row.name}
        actions={actions.filter((action) => typeof action === 'object' && action !== null)}
      />
      <Suspense>
        {showsLinks && isShareable && (
          <ShareLinksDialog fileId={isShareable} name={file.fileName} onClose={() => setShowsLinks(false)} />
        )}
        {isRenaming && <RenameFile file={file} onClose={() => setRenaming(false)} />}
      </Suspense>
    </>
  )
}
