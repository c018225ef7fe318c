import { type ClipboardEvent, type ComponentType, useEffect, useRef, useState } from 'react'
import classes from './markdown-editor.module.css'
import type { EditorProps, MarkdownEditorProps, WrittenText } from './markdown-editor-props.ts'

let loadedEditor: ComponentType<EditorProps> | null = null

async function load(): Promise<ComponentType<EditorProps>> {
  loadedEditor ??= (await import('./tiptap-editor.tsx')).TiptapEditor
  return loadedEditor
}

/**
 * Edits Markdown in its final appearance. The editor is heavy, so a plain text field replaces it until the user begins
 * to write; the editor takes over text and caret from it. If the editor fails to load, the plain field stays usable.
 */
export function MarkdownEditor(props: MarkdownEditorProps) {
  const { autoFocus, onFiles } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const composing = useRef(false)
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const [isWanted, setWanted] = useState(() => autoFocus === true || props.value !== '')
  const [Editor, setEditor] = useState<ComponentType<EditorProps> | null>(null)
  const [ready, setReady] = useState(false)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  useEffect(() => {
    let here = true
    if (isWanted) {
      void load().then(
        (component) => here && setEditor(() => component),
        () => undefined,
      )
    }
    return () => {
      here = false
    }
  }, [isWanted])
  const takeOver = (): WrittenText | null => {
    const box = field.current
    if (!box || composing.current) return null
    return { text: box.value, caret: box.selectionStart, focused: document.activeElement === box }
  }
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0 || !onFiles) return
    event.preventDefault()
    onFiles(files, (address, text) => {
      const { value, onChange } = latest.current
      onChange(`${value}${value ? '\n\n' : ''}![${text}](${address})`)
    })
  }
  return (
    <div className={classes.place}>
      {!ready && (
        <div
          className={classes.frame}
          data-tools={props.toolsIn === undefined || undefined}
          data-invalid={props.invalid || undefined}
        >
          <textarea
            ref={field}
            className={classes.field}
            rows={props.lines ?? 5}
            aria-label={props.label}
            aria-describedby={props.describedBy}
            placeholder={props.placeholder}
            value={props.value}
            onFocus={() => setWanted(true)}
            onChange={(event) => props.onChange(event.currentTarget.value)}
            onPaste={paste}
            onCompositionStart={() => {
              composing.current = true
            }}
            onCompositionEnd={() => {
              composing.current = false
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !props.onSubmit) return
              event.preventDefault()
              props.onSubmit()
            }}
          />
        </div>
      )}
      {Editor && (
        <div className={ready ? undefined : classes.coming} aria-hidden={!ready || undefined}>
          <Editor {...props} takeOver={takeOver} onReady={() => setReady(true)} />
        </div>
      )}
    </div>
  )
}
