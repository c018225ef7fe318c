import { Popover } from '@mantine/core'
import type { CaseInsertProps } from '#features/support/case-pages/web/index.ts'
import { IconBookmark } from '#kit/web/icons/icons.generated.ts'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import classes from './insert-reply.module.css'
import { ReplyChoice } from './reply-choice.tsx'
import { useText } from './text.ts'

/** The button and the key `/` that open the saved replies; the chosen one is inserted with its variables filled. */
export function InsertReply({ found, opened, onOpen, onInsert }: CaseInsertProps) {
  const t = useText()
  return (
    <Popover opened={opened} onChange={onOpen} position="top-end" width={420} trapFocus returnFocus>
      <Popover.Target>
        <IconButton
          size={28}
          aria-label={t('insert.button')}
          aria-expanded={opened}
          aria-keyshortcuts="/"
          onClick={() => onOpen(!opened)}
        >
          <IconBookmark size={16} aria-hidden />
        </IconButton>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('insert.title')} className={classes.drop ?? ''}>
        <ReplyChoice found={found} onInsert={onInsert} />
      </Popover.Dropdown>
    </Popover>
  )
}
