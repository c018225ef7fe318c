import { lazy, Suspense } from 'react'
import classes from './markdown-editor.module.css'

/** What a Markdown editor needs; its value is Markdown text. */
export type MarkdownEditorProps = {
  /** The id of the visible label, or the name itself. */
  label: string
  value: string
  onChange: (markdown: string) => void
  placeholder?: string
  /** Pasted or dropped pictures and files; `insert` puts the picture that came of one where the caret is. */
  onFiles?: (files: readonly File[], insert: (address: string, text: string) => void) => void
  /** Ctrl or ⌘ with Enter. */
  onSubmit?: () => void
  /** At least so many lines of text. */
  lines?: number
  describedBy?: string | undefined
  invalid?: boolean | undefined
  autoFocus?: boolean
}

const Editor = lazy(() => import('./tiptap-editor.tsx').then(({ TiptapEditor }) => ({ default: TiptapEditor })))

/** Edits Markdown as it will look. The editor loads when it is first shown; its place is kept free meanwhile. */
export function MarkdownEditor(props: MarkdownEditorProps) {
  return (
    <Suspense
      fallback={<div className={classes.coming} style={{ minHeight: `${(props.lines ?? 5) * 1.375 + 3.75}rem` }} />}
    >
      <Editor {...props} />
    </Suspense>
  )
}
