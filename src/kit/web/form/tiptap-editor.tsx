import './prose.css'
import { Image } from '@tiptap/extension-image'
import { Link } from '@tiptap/extension-link'
import { Placeholder } from '@tiptap/extensions'
import { Markdown } from '@tiptap/markdown'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { MarkdownEditorProps } from './markdown-editor-props.ts'
import { type MentionKeys, MentionMenu } from './mention-menu.tsx'
import classes from './tiptap-editor.module.css'

/** The editor itself; use it through `MarkdownEditor`, which loads it when it is needed. */
export function TiptapEditor(props: MarkdownEditorProps) {
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  const mentionKeys = useRef<MentionKeys>(null)
  const editor = useEditor({
    injectCSS: false,
    autofocus: props.autoFocus ?? false,
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
    onUpdate: ({ editor: changed }) => latest.current.onChange(changed.getMarkdown()),
  })
  const current = useRef<Editor | null>(editor)
  useEffect(() => {
    current.current = editor
  }, [editor])
  useEffect(() => {
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
      {editor && props.findPeople && <MentionMenu editor={editor} keys={mentionKeys} find={props.findPeople} />}
    </div>
  )
}
