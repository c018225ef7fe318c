import { useState } from 'react'
import { refresh, useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { upload } from '#kit/web/data/upload.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileDrop } from '#kit/web/form/file-drop.tsx'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type CalendarEvent, deleteEventFile, readEvent } from '../../events/contract.ts'
import { useText } from '../texts.ts'
import classes from './calendar.module.css'

/** The files of an event, with the place where one is added. */
export function EventFiles({ event }: { event: CalendarEvent }) {
  const t = useText()
  const [share, setShare] = useState<number | null>(null)
  const url = `/api/plugins/calendar/events/${event.id}/attachments`
  const remove = useMutationOf(deleteEventFile, {
    refreshes: [readEvent],
    onSuccess: () => toast({ title: t('event.fileDeleted') }),
  })
  const add = async (files: readonly File[]) => {
    for (const file of files) {
      const form = new FormData()
      form.append('file', file)
      setShare(0)
      try {
        await upload(url, form, setShare)
        toast({ title: t('event.fileAdded') })
      } catch (problem) {
        showError(problem)
      }
    }
    setShare(null)
    void refresh(readEvent)
  }
  if (event.attachments.length === 0 && !event.isEditable) return null
  return (
    <div>
      <h3 className={classes.heading}>{t('event.files')}</h3>
      <ul className={classes.feeds}>
        {event.attachments.map(({ id, filename, size }) => (
          <li key={id}>
            <span>
              <a href={`${url}/${id}`} download translate="no">
                {filename}
              </a>{' '}
              <span className={classes.quiet}>{formatBytes(size)}</span>
            </span>
            {event.isEditable && (
              <IconButton
                aria-label={t('event.removeFile', { name: filename })}
                disabled={remove.isPending}
                onClick={() => remove.mutate({ params: { id: event.id, attachmentId: id } })}
              >
                <IconTrash size={15} aria-hidden />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      {share !== null && <progress className={classes.progress} value={share} aria-label={t('event.addFile')} />}
      {event.isEditable && share === null && (
        <FileDrop label={t('event.addFile')} onFiles={(files) => void add(files)} />
      )}
    </div>
  )
}
