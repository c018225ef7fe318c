import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { Button } from '#kit/web/look/button.tsx'
import { useText } from '../texts.ts'
import classes from './notes-tab.module.css'

/** Writes a note in Markdown; what is not saved stays at its place. */
export function NoteEditor(props: {
  place: string
  initial?: string
  busy: boolean
  onSave: (text: string, saved: () => void) => void
  onCancel: () => void
}) {
  const t = useText()
  const { text, setText, drop } = useDraftText(props.place, props.initial)
  const cancel = () => {
    drop()
    props.onCancel()
  }
  return (
    <form
      className={classes.note}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim()) props.onSave(text, drop)
      }}
    >
      <MarkdownEditor label={t('note')} value={text} onChange={setText} lines={4} autoFocus />
      <div className={classes.actions}>
        <Button variant="default" onClick={cancel}>
          {t('cancel')}
        </Button>
        <Button type="submit" loading={props.busy} blocked={text.trim() ? undefined : t('notYet.text')}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}
