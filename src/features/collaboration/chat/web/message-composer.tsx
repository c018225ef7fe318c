import { type DragEvent, type KeyboardEvent, useRef, useState } from 'react'
import { listAddressees } from '#features/support/cases/contract.ts'
import { ATTACHMENT_LIMIT, attachmentExtensions } from '#kit/contract/attachment-files.ts'
import { call } from '#kit/web/data/call.ts'
import { formatBytes } from '#kit/web/form/bytes.ts'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { IconPaperclip, IconSend, IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { type Channel, MOST_MESSAGE_FILES } from '../contract.ts'
import { text, useText } from '../texts.ts'
import classes from './composer.module.css'
import type { FaceKind } from './face-calls.ts'

/** Writes a message; each side has its own, with its own colour, text, key and button. */
export function MessageComposer(props: {
  kind: FaceKind
  /** The channel, its side and the thread: what is written stays there. */
  place: string
  channel: Channel
  label: string
  onSend: (message: { body: string; files: readonly File[] }) => void
  onTyping: () => void
  /** The up arrow in the empty field. */
  onEditLast: () => void
}) {
  const t = useText()
  const phone = useIsMobile()
  const { kind, channel, label, onSend, onTyping, onEditLast } = props
  const internal = kind === 'internal'
  const { text: body, setText: setBody, drop: dropText } = useDraftText(props.place)
  const [files, setFiles] = useState<readonly File[]>([])
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const frame = useRef<HTMLElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const ready = body.trim() !== '' || files.length > 0
  const add = (more: readonly File[]) =>
    setFiles((before) => [...before, ...more.filter(isAllowed)].slice(0, MOST_MESSAGE_FILES))
  const send = () => {
    if (!ready) return
    onSend({ body: body.trim(), files })
    dropText()
    setFiles([])
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || frame.current?.querySelector('[role="listbox"]')) return
    if (event.key === 'ArrowUp' && body.trim() === '') {
      stop(event)
      onEditLast()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    const sends = internal ? event.altKey : !event.altKey && (!phone || event.ctrlKey || event.metaKey)
    if (sends) {
      stop(event)
      send()
    } else if (event.altKey || event.ctrlKey || event.metaKey) stop(event)
  }
  const drop = (event: DragEvent) => {
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    event.stopPropagation()
    add([...event.dataTransfer.files])
  }
  return (
    <section
      ref={frame}
      className={classes.composer}
      data-int={internal || undefined}
      aria-label={label}
      onKeyDownCapture={onKeyDown}
      onDropCapture={drop}
    >
      <div className={classes.editor}>
        <MarkdownEditor
          label={label}
          placeholder={label}
          value={body}
          onChange={(newBody) => {
            setBody(newBody)
            if (newBody.trim() !== '') onTyping()
          }}
          lines={1}
          toolsIn={tools}
          onFiles={(more) => add(more)}
          findUsers={(q) => findUsers(channel.account, q, internal)}
        />
      </div>
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <code>{file.name}</code> {formatBytes(file.size)}
              <IconButton
                size={24}
                aria-label={t('removeFile', { name: file.name })}
                onClick={() => setFiles((before) => before.filter((one) => one !== file))}
              >
                <IconX size={14} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <div ref={setTools} className={classes.tools} />
        <IconButton size={phone ? 44 : 28} aria-label={t('attach')} onClick={() => chooser.current?.click()}>
          <IconPaperclip size={16} aria-hidden />
        </IconButton>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={t('attach')}
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        <span className={classes.hint}>
          {!phone && !internal && (
            <>
              <Shortcut combo="ArrowUp" /> {t('editsLast')}
            </>
          )}
        </span>
        {!phone && <Shortcut combo={internal ? 'alt+Enter' : 'Enter'} split />}
        <Button
          color={internal ? 'yellow' : 'blue'}
          blocked={ready ? undefined : t('notYet.message')}
          leftSection={internal ? undefined : <IconSend size={15} aria-hidden />}
          onClick={send}
        >
          {internal ? t('sendNote') : t('send')}
        </Button>
      </div>
    </section>
  )
}

function isAllowed({ name, size }: File): boolean {
  const ending = name.split('.').at(-1)?.toLowerCase() ?? ''
  const title =
    size > ATTACHMENT_LIMIT
      ? text('fileTooLarge', { name, limit: formatBytes(ATTACHMENT_LIMIT) })
      : attachmentExtensions.includes(ending)
        ? null
        : text('fileType', { name })
  if (title !== null) toast({ tone: 'warning', title })
  return title === null
}

async function findUsers(account: string, q: string, internal: boolean) {
  const query = { account, ...(q ? { q } : {}), ...(internal ? { internal } : {}) }
  return (await call(listAddressees, { query }))._embedded.addressees
}

function stop(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
