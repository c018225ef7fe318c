import { Menu } from '@mantine/core'
import { downloadReleases, readShareLink, revokeShareLink, shareFiles } from '#features/software/uploads/contract.ts'
import { mayPause, type UploadItem, uploads } from '#features/software/uploads/web/index.ts'
import { isDownloadable } from '#kit/contract/file-check.ts'
import { call } from '#kit/web/data/call.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import {
  IconDots,
  IconDownload,
  IconLink,
  IconLinkOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconReplace,
  IconTrash,
  IconX,
} from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { type ComponentFile, deleteComponentFile, listComponentFiles, readBundle } from '../contract.ts'
import type { ComponentRow } from './component-row.ts'
import { useText } from './text.ts'

/** What can be done with a file of a bundle, or with its upload. */
export function ComponentMenu({ row }: { row: ComponentRow }) {
  const t = useText()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton size={24} aria-label={t('files.menuOf', { name: row.name })}>
          <IconDots size={16} aria-hidden />
        </IconButton>
      </Menu.Target>
      <Menu.Dropdown>{row.item ? <UploadActions item={row.item} /> : <FileActions file={row.file} />}</Menu.Dropdown>
    </Menu>
  )
}

function UploadActions({ item }: { item: UploadItem }) {
  const t = useText()
  const { key, stage } = item
  return (
    <>
      {mayPause(item) && (
        <Menu.Item leftSection={<IconPlayerPause size={15} aria-hidden />} onClick={() => uploads.pause(key)}>
          {t('files.pause')}
        </Menu.Item>
      )}
      {stage === 'paused' && (
        <Menu.Item leftSection={<IconPlayerPlay size={15} aria-hidden />} onClick={() => uploads.resume(key)}>
          {t('files.resume')}
        </Menu.Item>
      )}
      {stage === 'failed' && (
        <>
          <Menu.Item leftSection={<IconRefresh size={15} aria-hidden />} onClick={() => uploads.retry(key)}>
            {t('files.retry')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconReplace size={15} aria-hidden />}
            onClick={() => uploads.retry(key, { clobber: true })}
          >
            {t('files.overwrite')}
          </Menu.Item>
        </>
      )}
      <Menu.Item leftSection={<IconX size={15} aria-hidden />} onClick={() => uploads.remove(key)}>
        {t('cancel')}
      </Menu.Item>
    </>
  )
}

function FileActions({ file }: { file: ComponentFile }) {
  const t = useText()
  const mayDownload = useAllows(downloadReleases)
  const mayShare = useAllows(shareFiles)
  const remove = useMutationOf(deleteComponentFile, {
    refreshes: [listComponentFiles, readBundle],
    onSuccess: () => toast({ title: t('files.deleted', { name: file.fileName }) }),
  })
  const revoke = useMutationOf(revokeShareLink, { onSuccess: () => toast({ title: t('files.revoked') }) })
  const share = async (id: string) => {
    try {
      const { content } = await call(readShareLink, { params: { id } })
      await navigator.clipboard.writeText(content)
      toast({ title: t('files.shared') })
    } catch (error) {
      showError(error)
    }
  }
  const { fileId, fileUrl, check } = file
  return (
    <>
      {mayDownload && fileUrl && isDownloadable(check) && (
        <Menu.Item component="a" href={fileUrl} download leftSection={<IconDownload size={15} aria-hidden />}>
          {t('files.download')}
        </Menu.Item>
      )}
      {mayShare && fileId && (
        <>
          <Menu.Item leftSection={<IconLink size={15} aria-hidden />} onClick={() => void share(fileId)}>
            {t('files.share')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLinkOff size={15} aria-hidden />}
            onClick={() => revoke.mutate({ params: { id: fileId } })}
          >
            {t('files.revoke')}
          </Menu.Item>
        </>
      )}
      <Menu.Item
        leftSection={<IconTrash size={15} aria-hidden />}
        onClick={() => remove.mutate({ params: { id: file.id }, version: file.version })}
      >
        {t('files.delete')}
      </Menu.Item>
    </>
  )
}
