import { Popover } from '@mantine/core'
import type { ReactNode } from 'react'
import { useText } from '../texts.ts'
import classes from './insert-reply.module.css'
import type { InsertReplyProps } from './insert-reply-props.ts'
import { ReplyChoice } from './reply-choice.tsx'

/** The saved replies in a popover of their button. */
export function ReplyPopover({ found, onOpen, onInsert, children }: InsertReplyProps & { children: ReactNode }) {
  const t = useText()
  return (
    <Popover opened onChange={onOpen} position="top-end" width={420} trapFocus returnFocus>
      <Popover.Target>
        <span>{children}</span>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('insert.title')} className={classes.drop ?? ''}>
        <ReplyChoice found={found} onInsert={onInsert} />
      </Popover.Dropdown>
    </Popover>
  )
}
