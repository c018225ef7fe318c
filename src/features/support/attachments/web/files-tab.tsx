import { Suspense, useState } from 'react'
import { openOriginals } from '#features/support/log-triage/contract.ts'
import { LogNotes } from '#features/support/log-triage/web/index.ts'
import { isDownloadable } from '#kit/contract/file-check.ts'
import { useEveryOf } from '#kit/web/data/every.ts'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileCheckBadge } from '#kit/web/form/file-check-badge.tsx'
import { FileDrop } from '#kit/web/form/file-drop.tsx'
import { UploadRows } from '#kit/web/form/upload-rows.tsx'
import { useUploads } from '#kit/web/form/use-uploads.ts'
import { IconFiles, IconFileText, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { type Attachment, deleteAttachment, listAttachments } from '../contract.ts'
import { useText } from '../texts.ts'
import { attachmentAddress, fileAddress, originalAddress } from './attachment-address.ts'
import classes from './files-tab.module.css'

/** All files of a case; `mayAttach` also accepts new ones, `mayDeleteAll` deletes any user's. */
export function FilesTab(props: { issueKey: string; mayAttach: boolean; mayDeleteAll: boolean }) {
  const t = useText()
  const me = useMe()
  const mayOpenOriginals = useAllows(openOriginals)
  const { issueKey } = props
  const result = useEveryOf<Attachment>(listAttachments, { query: { issueKey, size: 1000 } })
  const uploads = useUploads<Attachment>({
    address: fileAddress(issueKey),
    onSent: () => void refresh(listAttachments),
  })
  const [leaving, setLeaving] = useState<Attachment | null>(null)
  const remove = useMutationOf(deleteAttachment, {
    refreshes: [listAttachments],
    onSuccess: () => {
      if (leaving) toast({ title: t('deleted', { name: leaving.filename }) })
      setLeaving(null)
    },
  })
  return (
    <div className={classes.files}>
      {props.mayAttach && <FileDrop label={t('drop')} onFiles={uploads.add} />}
      <UploadRows uploads={uploads} hideDone />
      <QueryView query={result} rows={3}>
        {(files) => (
          <>
            {files.length === 0 && uploads.entries.length === 0 && (
              <EmptyState colour="grey" icon={<IconFiles size={22} aria-hidden />} title={t('none')}>
                {t('noneText')}
              </EmptyState>
            )}
            <ul className={classes.list} aria-label={t('list')}>
              {files.map((file) => (
                <li key={file.id} className={classes.row}>
                  {file.isPicture && isDownloadable(file.check) ? (
                    <img
                      className={classes.picture}
                      src={attachmentAddress(issueKey, file.id, true)}
                      alt=""
                      loading="lazy"
                    />
                  ) : (
                    <span className={classes.sign}>
                      <IconFileText size={18} aria-hidden />
                    </span>
                  )}
                  <span className={classes.words}>
                    {isDownloadable(file.check) ? (
                      <a href={attachmentAddress(issueKey, file.id)} download={file.filename} className={classes.name}>
                        {file.filename}
                      </a>
                    ) : (
                      <span className={classes.name}>{file.filename}</span>
                    )}
                    <span className={classes.note}>
                      {formatBytes(file.size)} ·{' '}
                      {t('by', { name: file.author.fullName, at: formatDateTime(file.created) })}
                    </span>
                    {file.reading && (
                      <Suspense>
                        <LogNotes
                          name={file.filename}
                          reading={file.reading}
                          original={
                            mayOpenOriginals || file.author.id === me.id ? originalAddress(issueKey, file.id) : null
                          }
                        />
                      </Suspense>
                    )}
                  </span>
                  <FileCheckBadge check={file.check} />
                  {(props.mayDeleteAll || file.author.id === me.id) && (
                    <IconButton
                      size={28}
                      aria-label={t('delete', { name: file.filename })}
                      onClick={() => setLeaving(file)}
                    >
                      <IconTrash size={15} aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryView>
      <Confirm
        opened={leaving !== null}
        title={t('deleteTitle')}
        action={t('delete', { name: leaving?.filename ?? '' })}
        busy={remove.isPending}
        onClose={() => setLeaving(null)}
        onConfirm={() => leaving && remove.mutate({ query: { issueKey, attachmentId: leaving.id } })}
      >
        {t('deleteText', { name: leaving?.filename ?? '' })}
      </Confirm>
    </div>
  )
}
