import { useState } from 'react'
import { readBundle } from '#features/software/bundles/contract.ts'
import { readRelease } from '#features/software/releases/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { MarkdownEditor } from '#kit/web/form/markdown-editor.tsx'
import { useDraftText } from '#kit/web/form/use-draft-text.ts'
import { IconNote, IconPencil, IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Avatar } from '#kit/web/look/face.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatDateTime } from '#kit/web/time/time.ts'
import { addNote, type BundleNote, changeNote, deleteNote, listNotes } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './notes-tab.module.css'

const stale = [listNotes, readBundle, readRelease]

/** Notes of a bundle or a release, newest first; `hint` names their readers. */
export function NotesTab(props: {
  of: { bundleId: string } | { bundleReleaseId: string }
  mayWrite: boolean
  hint?: string
}) {
  const t = useText()
  const [writing, setWriting] = useState(false)
  const result = useQueryOf(listNotes, { query: { ...props.of, size: 200 } })
  const add = useMutationOf(addNote, {
    refreshes: stale,
    onSuccess: () => {
      toast({ title: t('added') })
      setWriting(false)
    },
  })
  return (
    <QueryView query={result} rows={3}>
      {({ _embedded: { notes } }) => (
        <div className={classes.notes}>
          {props.hint && <InlineAlert>{props.hint}</InlineAlert>}
          {props.mayWrite &&
            (writing ? (
              <NoteEditor
                place={`note:${Object.entries(props.of).flat().join(':')}`}
                busy={add.isPending}
                onSave={(text, onSaved) => add.mutate({ query: props.of, body: { text } }, { onSuccess: onSaved })}
                onCancel={() => setWriting(false)}
              />
            ) : (
              <Button
                variant="default"
                className={classes.add}
                leftSection={<IconPencil size={15} aria-hidden />}
                onClick={() => setWriting(true)}
              >
                {t('write')}
              </Button>
            ))}
          {notes.length === 0 && !writing && (
            <EmptyState colour="grey" icon={<IconNote size={22} aria-hidden />} title={t('empty')} />
          )}
          {notes.map((note) => (
            <Note key={note.id} note={note} mayWrite={props.mayWrite} />
          ))}
        </div>
      )}
    </QueryView>
  )
}

function Note({ note, mayWrite }: { note: BundleNote; mayWrite: boolean }) {
  const t = useText()
  const [selection, setSelection] = useState<'edit' | 'delete' | null>(null)
  const close = () => setSelection(null)
  const change = useMutationOf(changeNote, {
    refreshes: stale,
    onSuccess: () => {
      toast({ title: t('changed') })
      close()
    },
  })
  const remove = useMutationOf(deleteNote, { refreshes: stale, onSuccess: () => toast({ title: t('deleted') }) })
  const target = { params: { id: note.id }, version: note.version }
  if (selection === 'edit')
    return (
      <NoteEditor
        place={`note:${note.id}`}
        initial={note.text}
        busy={change.isPending}
        onSave={(text, onSaved) => change.mutate({ ...target, body: { text } }, { onSuccess: onSaved })}
        onCancel={close}
      />
    )
  return (
    <article className={classes.note}>
      <header className={classes.head}>
        <Avatar name={note.author.fullName} size={24} />
        <strong>{note.author.fullName}</strong>
        <time dateTime={note.created}>{formatDateTime(note.created)}</time>
        {note.edited && <span>{t('edited')}</span>}
        {mayWrite && (
          <span className={classes.tools}>
            <IconButton size={24} aria-label={t('edit')} onClick={() => setSelection('edit')}>
              <IconPencil size={14} aria-hidden />
            </IconButton>
            <IconButton size={24} aria-label={t('delete')} onClick={() => setSelection('delete')}>
              <IconTrash size={14} aria-hidden />
            </IconButton>
          </span>
        )}
      </header>
      <Markdown text={note.text} />
      <Confirm
        opened={selection === 'delete'}
        title={t('deleteTitle')}
        action={t('delete')}
        busy={remove.isPending}
        onConfirm={() => remove.mutate(target)}
        onClose={close}
      >
        {t('deleteText')}
      </Confirm>
    </article>
  )
}

/** Writes a note in Markdown; what is not saved stays at its place. */
function NoteEditor(props: {
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
