import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import type { Mentionable } from '#kit/web/form/markdown-editor-props.ts'
import { IconLock, IconPaperclip, IconWorld } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { Button } from '#kit/web/look/button.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { useToastOffset } from '#kit/web/look/use-at-foot.ts'
import { toast } from '#kit/web/notices/toast.ts'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { text, useText } from '../texts.ts'
import classes from './composer.module.css'
import { type CommentKind, useComposer } from './use-composer.ts'

const Audience = lazyNamed(() => import('./audience.tsx'), 'Audience')

const FIELD = 'textarea, [role="textbox"]'

type InsertProps = { opened: boolean; onOpen: (isOpen: boolean) => void; onInsert: (text: string) => void }

/** The data of a case that its composer needs. */
export type ComposerProps = {
  issueKey: string
  /** The customer's name. */
  account: string
  /** Whether the author is of the vendor; then the reply goes to the customer. */
  vendor: boolean
  mayReply: boolean
  mayNote: boolean
  /** Whether the case, and with it its files, is read by the customer too. */
  customerReads: boolean
  /** Accepts files; `insert` adds a picture to the text. Without it nothing can be attached. */
  onFiles?: (files: readonly File[], insert?: (address: string, text: string) => void) => void
  /** Finds users whom a text can mention; in an internal note the vendor's staff alone. */
  findUsers: (words: string, kind: CommentKind) => Promise<readonly Mentionable[]>
  /** The kind of text that a key press opened; a new object each time. */
  asked?: { readonly kind: CommentKind } | null
  /** A comment was stored, which may have changed the case. */
  onSent: () => void
  /** What inserts texts; the key `/` in the empty field opens the first. */
  inserts?: readonly ((insert: InsertProps) => ReactNode)[]
  /** The up arrow in the empty field. */
  onEditLast: (kind: CommentKind) => void
}

/**
 * Writes a reply or an internal note. The two have their own button, key, colour and text, so that neither is ever
 * sent as the other: switching keeps both texts, Ctrl-Enter sends replies only, Alt-Enter notes only.
 */
export function Composer(props: ComposerProps) {
  const t = useText()
  const phone = useIsMobile()
  const frame = useRef<HTMLElement>(null)
  useToastOffset(frame)
  const chooser = useRef<HTMLInputElement>(null)
  const { asked: askedText } = props
  const [tools, setTools] = useState<HTMLElement | null>(null)
  const [inserting, setInserting] = useState<number | null>(null)
  const { inserts = [] } = props
  const { kind, setKind, text: body, setText, send, sending } = useComposer(props)
  const internal = kind === 'internal'
  useEffect(() => {
    if (askedText) setKind(askedText.kind)
  }, [askedText, setKind])
  useEffect(() => {
    if (askedText?.kind === kind) frame.current?.querySelector<HTMLElement>(FIELD)?.focus()
  }, [askedText, kind])
  // Files belong to the case, which both sides read: an internal note has none where the customer reads the case.
  const onFiles = internal && props.customerReads ? rejectFiles : props.onFiles
  const to = props.vendor ? props.account : t('vendor')
  const onKeyDown = (event: KeyboardEvent) => {
    const isSubmitKey = event.key === 'Enter' && (internal ? event.altKey : event.ctrlKey || event.metaKey)
    const up = event.key === 'ArrowUp' && body.trim() === ''
    if (event.key === 'Enter' && !isSubmitKey && (event.altKey || event.ctrlKey || event.metaKey)) stop(event)
    if (event.key === '/' && inserts.length > 0 && body.trim() === '' && isIn(frame.current, event)) {
      stop(event)
      return setInserting(0)
    }
    if (!isSubmitKey && !up) return
    stop(event)
    if (isSubmitKey) send()
    else props.onEditLast(kind)
  }
  const readers = internal
    ? t('composer.staff')
    : props.vendor
      ? t('composer.everyone', { name: to })
      : t('composer.everyoneVendor')
  const name = internal ? t('composer.note') : t('composer.reply', { name: to })
  return (
    <section
      ref={frame}
      className={classes.composer}
      data-int={internal || undefined}
      aria-label={name}
      onKeyDownCapture={onKeyDown}
    >
      <div className={classes.top}>
        <fieldset className={classes.kinds} aria-label={t('composer.kinds')}>
          {props.mayReply && (
            <button type="button" aria-pressed={!internal} onClick={() => setKind('customer')}>
              <IconWorld size={15} aria-hidden /> <span>{t('composer.reply', { name: to })}</span>
            </button>
          )}
          {props.mayNote && (
            <button type="button" aria-pressed={internal} onClick={() => setKind('internal')}>
              <IconLock size={15} aria-hidden /> <span>{t('composer.note')}</span>
            </button>
          )}
        </fieldset>
        <div className={classes.tools}>
          <div ref={setTools} />
          {inserts.map((render, index) =>
            render({
              opened: inserting === index,
              onOpen: (isOpen) => setInserting(isOpen ? index : null),
              onInsert: (text) => {
                setInserting(null)
                setText(body.trim() ? `${body.trimEnd()}\n\n${text}` : text)
                setTimeout(() => frame.current?.querySelector<HTMLElement>(FIELD)?.focus())
              },
            }),
          )}
          {onFiles && onFiles !== rejectFiles && (
            <>
              <IconButton size={28} aria-label={t('composer.attach')} onClick={() => chooser.current?.click()}>
                <IconPaperclip size={16} aria-hidden />
              </IconButton>
              <input
                ref={chooser}
                type="file"
                multiple
                hidden
                aria-label={t('composer.attach')}
                onChange={(event) => {
                  props.onFiles?.([...(event.currentTarget.files ?? [])])
                  event.currentTarget.value = ''
                }}
              />
            </>
          )}
        </div>
      </div>
      <div className={classes.editor}>
        <MarkdownEditor
          key={kind}
          label={name}
          placeholder={internal ? t('composer.placeholderNote') : t('composer.placeholderReply', { name: to })}
          value={body}
          onChange={setText}
          lines={2}
          toolsIn={tools}
          findUsers={(words) => props.findUsers(words, kind)}
          {...(onFiles ? { onFiles } : {})}
        />
      </div>
      <div className={classes.foot}>
        <span className={classes.who}>
          {body.trim() === '' ? (
            readers
          ) : (
            <Suspense fallback={readers}>
              <Audience
                t={t}
                issueKey={props.issueKey}
                internal={internal || !props.customerReads}
                account={props.account}
                vendor={props.vendor}
              />
            </Suspense>
          )}
        </span>
        {!phone && <Shortcut combo={internal ? 'alt+Enter' : 'mod+Enter'} split />}
        <Button
          color={internal ? 'yellow' : 'blue'}
          blocked={body.trim() ? undefined : t('notYet.text')}
          loading={sending}
          onClick={send}
        >
          {internal ? t('composer.sendNote') : t('composer.send')}
        </Button>
      </div>
    </section>
  )
}

/** Keys of a popover of the composer come here too: React passes events on along its own tree. */
function isIn(frame: HTMLElement | null, event: KeyboardEvent): boolean {
  return event.target instanceof HTMLElement && event.target.matches(FIELD) && frame?.contains(event.target) === true
}

function rejectFiles(): void {
  toast({ tone: 'warning', title: text('composer.noFiles'), detail: text('composer.noFilesText') })
}

function stop(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}
