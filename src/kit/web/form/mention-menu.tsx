import type { Editor } from '@tiptap/react'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Avatar } from '../look/face.tsx'
import { useText } from './form-text.ts'
import type { Mentionable } from './markdown-editor-props.ts'
import { mentionBefore } from './mention-before.ts'
import classes from './mention-menu.module.css'

/** Handles a key that was pressed in the text; true when it was meant for the menu. */
export type MentionKeys = (event: KeyboardEvent) => boolean

const SHOWN = 6
const WAIT_MS = 120
const WIDTH = 288

type Selection = { readonly from: number; readonly words: string }

/** The users that can be mentioned, at the caret while an @ is being written. */
export function MentionMenu(props: {
  editor: Editor
  keys: RefObject<MentionKeys | null>
  find: (words: string) => Promise<readonly Mentionable[]>
}) {
  const t = useText()
  const { editor, keys } = props
  const id = useId()
  const mention = useRequested(editor)
  const [users, setUsers] = useState<readonly Mentionable[]>([])
  const [at, setAt] = useState(0)
  const [closedAt, setClosedAt] = useState<number | null>(null)
  const find = useRef(props.find)
  find.current = props.find
  const words = mention?.words
  useEffect(() => {
    if (words === undefined) return setUsers([])
    let isCurrent = true
    const show = (foundUsers: readonly Mentionable[]) => {
      if (!isCurrent) return
      setUsers(foundUsers.slice(0, SHOWN))
      setAt(0)
    }
    const timer = setTimeout(() => void find.current(words).then(show, () => show([])), WAIT_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [words])
  const open = mention !== null && mention.from !== closedAt && users.length > 0
  const pick = useCallback(
    (user: Mentionable | undefined) => {
      if (!user || !mention) return
      const mark = { type: 'link', attrs: { href: `mailto:${user.username}` } }
      const content = [
        { type: 'text', text: `@${user.fullName}`, marks: [mark] },
        { type: 'text', text: ' ' },
      ]
      editor
        .chain()
        .focus()
        .insertContentAt({ from: mention.from, to: editor.state.selection.from }, content)
        .unsetMark('link')
        .run()
    },
    [editor, mention],
  )
  keys.current = (event) => {
    if (!open || event.isComposing) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
      setAt((at + (event.key === 'ArrowDown' ? 1 : users.length - 1)) % users.length)
    else if ((event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.altKey) || event.key === 'Tab')
      pick(users[at])
    else if (event.key === 'Escape') setClosedAt(mention.from)
    else return false
    event.stopPropagation()
    return true
  }
  const active = open ? `${id}-${at}` : null
  useEffect(() => {
    if (!active) return
    const box = editor.view.dom
    box.setAttribute('aria-activedescendant', active)
    return () => box.removeAttribute('aria-activedescendant')
  }, [editor, active])
  if (!open) return null
  return (
    <div className={classes.menu} style={placeAt(editor, mention.from)} role="listbox" aria-label={t('mention')}>
      {users.map((user, index) => (
        <div
          key={user.username}
          id={`${id}-${index}`}
          className={classes.user}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseEnter={() => setAt(index)}
          onMouseDown={(event) => {
            event.preventDefault()
            pick(user)
          }}
        >
          <Avatar name={user.fullName} />
          <span className={classes.name}>{user.fullName}</span>
          <span className={classes.note}>{user.note}</span>
        </div>
      ))}
    </div>
  )
}

/** The mention that is being written before the caret. */
function useRequested(editor: Editor): Selection | null {
  const [mentionStart, setMentionStart] = useState<Selection | null>(null)
  useEffect(() => {
    const look = () => {
      const { selection } = editor.state
      const { $from, empty } = selection
      const before = empty && editor.isFocused ? $from.parent.textBetween(0, $from.parentOffset, undefined, ' ') : ''
      const words = editor.isActive('code') || editor.isActive('codeBlock') ? null : mentionBefore(before)
      setMentionStart((last) => {
        if (words === null) return null
        const from = $from.pos - words.length - 1
        return last?.from === from && last.words === words ? last : { from, words }
      })
    }
    editor.on('transaction', look)
    editor.on('focus', look)
    editor.on('blur', look)
    return () => {
      editor.off('transaction', look)
      editor.off('focus', look)
      editor.off('blur', look)
    }
  }, [editor])
  return mentionStart
}

/** On the side of the caret that has more space. */
function placeAt(editor: Editor, position: number) {
  const { top, bottom, left: leftPx } = editor.view.coordsAtPos(position)
  const inline = { left: Math.max(16, Math.min(leftPx, window.innerWidth - WIDTH - 16)), width: WIDTH }
  return top > window.innerHeight / 2
    ? { ...inline, bottom: window.innerHeight - top + 4 }
    : { ...inline, top: bottom + 4 }
}
