import { useState } from 'react'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { Button } from '#kit/web/look/button.tsx'
import classes from './notes-tab.module.css'
import { useText } from './text.ts'

/** Writes a note in Markdown. */
export function NoteEditor(props: {
  initial?: string
  busy: boolean
  onSave: (text: string) => void
  onCancel: () => void
}) {
  const t = useText()
  const [text, setText] = useState(props.initial ?? '')
  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) props.onSave(text)
      }}
    >
      <MarkdownEditor label={t('note')} value={text} onChange={setText} lines={4} autoFocus />
      <div className={classes.actions}>
        <Button variant="default" onClick={props.onCancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={props.busy} disabled={!text.trim()}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
