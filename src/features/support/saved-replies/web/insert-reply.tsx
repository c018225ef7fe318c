import { Suspense } from 'react'
import { IconBookmark } from '#kit/web/icons/icons.generated.ts'
import { lazyNamed } from '#kit/web/lazy-named.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { useInsertText } from '../texts.ts'
import type { InsertReplyProps } from './insert-reply-props.ts'

const ReplyPopover = lazyNamed(() => import('./reply-popover.tsx'), 'ReplyPopover')

/** The button and the key `/` that open the saved replies; the chosen one is inserted with its variables filled. */
export function InsertReply(props: InsertReplyProps) {
  const t = useInsertText()
  const { opened: isOpen, onOpen } = props
  const button = (
    <IconButton
      size={28}
      aria-label={t('insert')}
      aria-expanded={isOpen}
      aria-keyshortcuts="/"
      onClick={() => onOpen(!isOpen)}
    >
      <IconBookmark size={16} aria-hidden />
    </IconButton>
  )
  if (!isOpen) return button
  return (
    <Suspense fallback={button}>
      <ReplyPopover {...props}>{button}</ReplyPopover>
    </Suspense>
  )
}
