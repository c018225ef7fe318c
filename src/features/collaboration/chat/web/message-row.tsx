import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { openOriginals } from '#features/support/log-triage/contract.ts'
import { isDownloadable } from '#kit/contract/file-check.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { FileCheckBadge } from '#kit/web/form/file-check-badge.tsx'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import {
  IconArrowBackUp,
  IconDots,
  IconFileText,
  IconHeadset,
  IconPencil,
  IconPhoto,
  IconTrash,
} from '#kit/web/icons/icons.generated.ts'
import { ActionMenu } from '#kit/web/look/action-menu.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { CheckBox } from '#kit/web/table/check-box.tsx'
import { formatDateTime, formatTime } from '#kit/web/time/time.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useMe } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import classes from './chat.module.css'
import type { AnyMessage } from './face-calls.ts'

/** What a user can do with a message; an action that is absent is not offered. */
export type MessageActions = {
  readonly edit?: (message: AnyMessage) => void
  readonly save: (message: AnyMessage, body: string, onDone: () => void) => void
  readonly cancel: () => void
  readonly remove?: (message: AnyMessage) => void
  readonly openThread?: (timestamp: string) => void
  readonly select?: (message: AnyMessage) => void
  readonly fileAddress: (timestamp: string, attachmentId: string, as?: { original?: boolean }) => string
  readonly casePath: (key: string) => string
}

/** One message: who, from which side, when and what; its files, thread and case. */
export const MessageRow = memo(function MessageRow(props: {
  message: AnyMessage
  side: string
  editing: boolean
  selected: boolean
  selecting: boolean
  mine: boolean
  mayDelete: boolean
  actions: MessageActions
}) {
  const t = useText()
  const { message, side, editing, selected: isSelected, selecting, mine, mayDelete, actions } = props
  const { author, timestamp, caseKey } = message
  const name = author.fullName
  return (
    <article className={classes.message} aria-label={name} data-selected={isSelected || undefined} data-ts={timestamp}>
      {selecting && actions.select && (
        <CheckBox checked={isSelected} label={t('select', { name })} onToggle={() => actions.select?.(message)} />
      )}
      <Avatar name={name} size={28} />
      <div className={classes.body}>
        <header className={classes.by}>
          <strong>{name}</strong>
          <span>{side}</span>
          {message.threadId && actions.openThread && (
            <button type="button" className={classes.thread} onClick={() => actions.openThread?.(message.threadId!)}>
              {t('inThread')}
            </button>
          )}
          {message.edited && <span title={t('editedAt', { at: formatDateTime(message.edited) })}>{t('edited')}</span>}
          <time dateTime={message.created}>{formatTime(message.created)}</time>
        </header>
        {editing ? (
          <EditMessage
            place={`edit-message:${message.timestamp}`}
            text={message.htmlBody}
            onSave={(body, onDone) => actions.save(message, body, onDone)}
            onCancel={actions.cancel}
          />
        ) : (
          message.htmlBody && <Markdown text={message.htmlBody} />
        )}
        <MessageFiles message={message} fileAddress={actions.fileAddress} />
        {caseKey && (
          <Link className={classes.case} to={actions.casePath(caseKey)}>
            <IconHeadset size={14} aria-hidden /> <code>{caseKey}</code>
          </Link>
        )}
        {message.replyCount > 0 && actions.openThread && (
          <button type="button" className={classes.thread} onClick={() => actions.openThread?.(timestamp)}>
            {t('replies', { count: message.replyCount })}
          </button>
        )}
      </div>
      {!editing && <RowTools message={message} mine={mine} mayDelete={mayDelete} actions={actions} />}
    </article>
  )
})

function RowTools(props: { message: AnyMessage; mine: boolean; mayDelete: boolean; actions: MessageActions }) {
  const t = useText()
  const { message, mine, mayDelete, actions } = props
  const { edit, remove, select, openThread } = actions
  const groups = [
    select && message.caseKey === null
      ? [{ icon: <IconHeadset size={15} aria-hidden />, label: t('makeCase'), run: () => select(message) }]
      : [],
    mine && edit ? [{ icon: <IconPencil size={15} aria-hidden />, label: t('edit'), run: () => edit(message) }] : [],
    mayDelete && remove
      ? [{ icon: <IconTrash size={15} aria-hidden />, label: t('delete'), run: () => remove(message) }]
      : [],
  ]
  return (
    <div className={classes.rowTools}>
      {openThread && edit && (
        <IconButton
          size={24}
          aria-label={t('reply', { name: message.author.fullName })}
          onClick={() => openThread(message.threadId ?? message.timestamp)}
        >
          <IconArrowBackUp size={15} aria-hidden />
        </IconButton>
      )}
      {groups.some((group) => group.length > 0) && (
        <ActionMenu
          face={(press) => (
            <IconButton size={24} aria-label={t('more')} aria-haspopup="menu" onClick={press}>
              <IconDots size={15} aria-hidden />
            </IconButton>
          )}
          groups={groups}
        />
      )}
    </div>
  )
}

function MessageFiles({ message, fileAddress }: { message: AnyMessage; fileAddress: MessageActions['fileAddress'] }) {
  const t = useText()
  const mayOpenOriginals = useAllows(openOriginals)
  const me = useMe()
  const mayOpenOriginal = mayOpenOriginals || message.author.id === me.id
  if (message.attachments.length === 0) return null
  return (
    <ul className={classes.files}>
      {message.attachments.map(({ attachmentId, filename, size, isPicture, check, hidesSecrets }) => {
        const face = (
          <>
            {isPicture ? <IconPhoto size={15} aria-hidden /> : <IconFileText size={15} aria-hidden />}
            <code>{filename}</code> {formatBytes(size)}
          </>
        )
        return (
          <li key={attachmentId}>
            {isDownloadable(check) ? (
              <a
                href={fileAddress(message.timestamp, attachmentId)}
                download={filename}
                title={t('download', { name: filename })}
              >
                {face}
              </a>
            ) : (
              <span>{face}</span>
            )}
            {hidesSecrets && isDownloadable(check) && mayOpenOriginal && (
              <a
                href={fileAddress(message.timestamp, attachmentId, { original: true })}
                download={filename}
                title={t('originalNote')}
                aria-label={t('openOriginal', { name: filename })}
              >
                {t('original')}
              </a>
            )}
            <FileCheckBadge check={check} />
          </li>
        )
      })}
    </ul>
  )
}

function EditMessage(props: {
  place: string
  text: string
  onSave: (body: string, onDone: () => void) => void
  onCancel: () => void
}) {
  const t = useText()
  const { text, setText, drop } = useDraftText(props.place, props.text)
  const save = () => {
    if (!text.trim()) return
    props.onSave(text.trim(), drop)
  }
  const cancel = () => {
    drop()
    props.onCancel()
  }
  return (
    <div
      className={classes.edit}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        cancel()
      }}
    >
      <MarkdownEditor label={t('edit')} value={text} onChange={setText} lines={1} autoFocus onSubmit={save} />
      <div className={classes.editFoot}>
        <Button size="xs" variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
        <Button size="xs" blocked={text.trim() ? undefined : t('notYet.text')} onClick={save}>
          {t('save')}
        </Button>
      </div>
    </div>
  )
}
