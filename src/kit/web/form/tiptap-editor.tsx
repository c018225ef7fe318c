import './prose.css'
import { Image } from '@tiptap/extension-image'
import { Link } from '@tiptap/extension-link'
import { Placeholder } from '@tiptap/extensions'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Selection } from '@tiptap/pm/state'
import { type Editor, EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { type RefObject, useEffect, useRef } from 'react'
import { MarkdownAttributes, SourceBlock } from './editor-nodes.ts'
import { tableNodes } from './editor-tables.ts'
import { EditorToolbar } from './editor-toolbar.tsx'
import type { EditorProps, WrittenText } from './markdown-editor-props.ts'
import { KeptText } from './markdown-text/kept-text.ts'
import { type MentionKeys, MentionMenu } from './mention-menu.tsx'
import { isPlainHtml, pastedNodes } from './pasted-text.ts'
import classes from './tiptap-editor.module.css'
import { isUnfinished } from './unfinished-marks.ts'

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
  const hasTakenOver = useRef(false)
  const keptText = useRef(new KeptText(''))
  const writtenText = useRef(props.value)
  const mentionKeys = useRef<MentionKeys>(null)
  const editor = useEditor({
    injectCSS: false,
    // Pasted text has no marks of Markdown: it is what it is.
    enablePasteRules: false,
    extensions: [
      StarterKit.configure({ link: false, underline: false }),
      Link.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto'] }),
      Image.configure({ inline: true }),
      Placeholder.configure({ placeholder: props.placeholder ?? '' }),
      MarkdownAttributes,
      SourceBlock,
      ...tableNodes,
    ],
    editorProps: {
      attributes: {
        class: 'prose',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': props.label,
        ...(props.describedBy ? { 'aria-describedby': props.describedBy } : {}),
      },
      handlePaste: (view, event) => {
        const clipboard = event.clipboardData
        const [html, text] = [clipboard?.getData('text/html') ?? '', clipboard?.getData('text/plain') ?? '']
        // A spreadsheet has a picture of its cells beside them.
        if (html === '' && take(clipboard?.files)) return true
        return html !== '' && text !== '' && isPlainHtml(html) && view.pasteText(text)
      },
      clipboardTextParser: (text, _, wordsAlone, { state }) => {
        const nodes = pastedNodes(text, wordsAlone).map((node) => state.schema.nodeFromJSON(node))
        return nodes.every(({ type }) => type.name === 'paragraph')
          ? Slice.maxOpen(Fragment.from(nodes))
          : new Slice(Fragment.from(nodes), 0, 0)
      },
      handleDrop: (_, event) => take(event.dataTransfer?.files),
      handleKeyDown: (_, event) => {
        if (mentionKeys.current?.(event)) return true
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !latest.current.onSubmit) return false
        latest.current.onSubmit()
        return true
      },
    },
    onUpdate: ({ editor: changed }) => {
      if (!hasTakenOver.current) return
      writtenText.current = keptText.current.write(changed.state.doc.children)
      latest.current.onChange(writtenText.current)
    },
  })
  const current = useRef<Editor | null>(editor)
  useEffect(() => {
    current.current = editor
  }, [editor])
  useTakeOver(editor, latest, hasTakenOver, (text) => {
    if (editor) keptText.current = show(editor, text)
    writtenText.current = text
    return keptText.current.blocks.length
  })
  useEffect(() => {
    if (!editor || !hasTakenOver.current || props.value === writtenText.current) return
    writtenText.current = props.value
    keptText.current = show(editor, props.value)
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
function useTakeOver(
  editor: Editor | null,
  latest: RefObject<EditorProps>,
  hasTakenOver: RefObject<boolean>,
  /** Shows the text; the result is the number of its blocks. */
  showText: (text: string) => number,
): void {
  const showLatest = useRef(showText)
  useEffect(() => {
    showLatest.current = showText
  })
  useEffect(() => {
    if (!editor || hasTakenOver.current) return
    let last = { text: '', at: Date.now() }
    let timer: ReturnType<typeof setTimeout> | undefined
    const take = () => {
      const plainContent = latest.current.takeOver()
      if (plainContent && plainContent.text !== last.text) last = { text: plainContent.text, at: Date.now() }
      // Unfinished marks are completed first: half of them would be parsed as something else.
      const typing = plainContent && isUnfinished(plainContent.text) && Date.now() - last.at < IDLE_MS
      if (!plainContent || typing) {
        timer = setTimeout(take, ASK_MS)
        return
      }
      placeCaret(editor, plainContent, latest.current.value, showLatest.current(plainContent.text))
      hasTakenOver.current = true
      latest.current.onReady()
    }
    take()
    return () => clearTimeout(timer)
  }, [editor, latest, hasTakenOver])
}

/** Shows a Markdown text; the result knows what of it is not edited. */
function show(editor: Editor, text: string): KeptText {
  const keptText = new KeptText(text)
  const nodes = keptText.blocks.map(({ node }) => editor.schema.nodeFromJSON(node))
  const { doc, paragraph } = editor.schema.nodes
  editor
    .chain()
    .setMeta('addToHistory', false)
    .setContent(doc!.create(null, nodes.length > 0 ? nodes : paragraph!.create()), { emitUpdate: false })
    .run()
  keptText.shownAs(editor.state.doc.children)
  return keptText
}

/** Goes on where the plain field was: behind the last word of the text, not in the empty paragraph that ends a document. */
function placeCaret(editor: Editor, { text, caret, focused }: WrittenText, value: string, blocks: number): void {
  const { doc } = editor.state
  const last = doc.children.slice(0, Math.max(blocks, 1)).reduce((size, node) => size + node.nodeSize, 0)
  const { $head } = Selection.near(doc.resolve(last), -1)
  // Markdown drops the space after a word, but the next word is about to follow.
  const spaces = /(?<![^\S\n])[^\S\n]+$/.exec(text)?.[0] ?? ''
  if (spaces && $head.parent.isTextblock) editor.view.dispatch(editor.state.tr.insertText(spaces, $head.pos))
  if (!focused) return
  editor.view.focus()
  editor.commands.setTextSelection(caret === 0 && value ? 1 : $head.pos + spaces.length)
  // The marks of the text before the caret are closed, so what is typed next must not be inside them.
  editor.view.dispatch(editor.state.tr.setStoredMarks([]))
}
