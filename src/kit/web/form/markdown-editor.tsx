import { lazy, Suspense } from 'react'
import classes from './markdown-editor.module.css'
import type { MarkdownEditorProps } from './markdown-editor-props.ts'

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
