import './prose.css'
import { Image } from '@tiptap/extension-image'
import { Link } from '@tiptap/extension-link'
import { Placeholder } from '@tiptap/extensions'
import { Markdown } from '@tiptap/markdown'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type RefObject, useEffect, useRef } from 'react'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { EditorProps, Written } from './markdown-editor-props.ts'
import { type MentionKeys, MentionMenu } from './mention-menu.tsx'
import classes from './tiptap-editor.module.css'
import { asMarkdown, charactersOf, isUnfinished } from './written-content.ts'

/** How often the editor checks whether it may take over while an IME composition is active. */
const ASK_MS = 50
/** How long a pause in typing has to be before unclosed marks are used unchanged. */
const IDLE_MS = 1500

/** The editor itself; use it through `MarkdownEditor`, which loads it when it is needed. */
export function TiptapEditor(props: EditorProps) {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const handed = useRef(false)
  const mentionKeys = useRef<MentionKeys>(null)
  const editor = useEditor({
    injectCSS: false,
    extensions: [
      StarterKit.configure({ link: false }),
      Link.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto'] }),
      Image,
      Placeholder.configure({ placeholder: props.placeholder ?? '' }),
      Markdown,
    ],
    content: props.value,
    contentType: 'markdown',
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.label,
        ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
      },
      handlePaste: (_, event) => take(event.clipboardData?.files),
      handleDrop: (_, event) => take(event.dataTransfer?.files),
      handleKeyDown: (_, event) => {
        if (mentionKeys.current?.(event)) return true
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !latest.current.onSubmit) return false
        latest.current.onSubmit()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      if (handed.current) latest.current.onChange(changed.getMarkdown())
    },
  })
  const current = useRef<Editor | null>(editor)
  useEffect(() => {
    current.current = editor
  }, [editor])
  useTakeOver(editor, latest, handed)
  useEffect(() => {
    if (!handed.current) return
    if (editor && editor.getMarkdown() !== props.value)
      editor.commands.setContent(props.value, { contentType: 'markdown', emitUpdate: false })
  }, [editor, props.value])

  function take(files: FileList | null | undefined): boolean {
    if (!files?.length || !latest.current.onFiles) return false
    latest.current.onFiles([...files], (src, alt) => current.current?.chain().focus().setImage({ src, alt }).run())
    return true
  }

  return (
    <div
      className={classes.frame}
      data-invalid={props.invalid || undefined}
      style={{ '--lines': props.lines ?? 5 } as object}
    >
      {editor && (
        <EditorToolbar
          editor={editor}
          place={props.toolsIn}
          {...(props.onFiles ? { onPictures: (files) => take(files) } : {})}
        />
      )}
      <EditorContent editor={editor} />
      {editor && props.findUsers && <MentionMenu editor={editor} keys={mentionKeys} find={props.findUsers} />}
    </div>
  )
}

/** Moves text, caret and focus from the plain field in one step, so that no key is lost between the two. */
function useTakeOver(editor: Editor | null, latest: RefObject<EditorProps>, handed: RefObject<boolean>): void {
  useEffect(() => {
    if (!editor || handed.current) return
    let last = { text: '', at: Date.now() }
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      const written = latest.current.takeOver()
      if (written && written.text !== last.text) last = { text: written.text, at: Date.now() }
      // Unfinished marks are completed first: half of them would be parsed as something else.
      const typing = written && isUnfinished(written.text) && Date.now() - last.at < IDLE_MS
      if (!written || typing) {
        timer = setTimeout(take, ASK_MS)
        return
      }
      write(editor, written, latest.current.value)
      handed.current = true
      const markdown = editor.getMarkdown()
      if (markdown !== latest.current.value) latest.current.onChange(markdown)
      latest.current.onReady()
    }
    take()
    return () => clearTimeout(timer)
  }, [editor, latest, handed])
}

function write(editor: Editor, { text, caret, focused }: Written, value: string): void {
  const first = editor.getMarkdown() === text
  if (!first) {
    const { markdown, spaces } = asMarkdown(text)
    editor.commands.setContent(markdown, { contentType: 'markdown', emitUpdate: false })
    if (isUnfinished(text) || charactersOf(editor.getText()) !== charactersOf(text))
      editor.commands.setContent(paragraphs(text), { emitUpdate: false })
    else if (spaces) editor.commands.insertContentAt(editor.state.doc.content.size - 1, { type: 'text', text: spaces })
  }
  if (!focused) return
  editor.view.focus()
  editor.commands.setTextSelection(caret === 0 && value ? 1 : editor.state.doc.content.size - 1)
  // The marks of the text before the caret are closed, so what is typed next must not be inside them.
  editor.view.dispatch(editor.state.tr.setStoredMarks([]))
}

function paragraphs(text: string) {
  const content = text.split('\n').map((line) => ({
    type: 'paragraph',
    ...(line ? { content: [{ type: 'text', text: line }] } : {}),
  }))
  return { type: 'doc', content }
}
