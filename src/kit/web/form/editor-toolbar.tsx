import { type Editor, useEditorState } from '@tiptap/react'
import { type ReactNode, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import {
  IconBold,
  IconCode,
  IconItalic,
  IconLink,
  IconList,
  IconListNumbers,
  IconPhotoPlus,
} from '#kit/web/icons/icons.generated.ts'
import classes from './editor-toolbar.module.css'
import { useText } from './form-text.ts'

/**
 * The buttons above the editor's text; with `onPictures` also one that chooses a picture. Inside another toolbar,
 * `place`, only the usual ones.
 */
export function EditorToolbar({
  editor,
  onPictures,
  place,
}: {
  editor: Editor
  onPictures?: (files: FileList | null) => void
  place: HTMLElement | null | undefined
}) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [linking, setLinking] = useState(false)
  const active = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      bold: now.isActive('bold'),
      italic: now.isActive('italic'),
      code: now.isActive('code'),
      bulletList: now.isActive('bulletList'),
      orderedList: now.isActive('orderedList'),
      link: now.isActive('link'),
    }),
  })
  const chain = () => editor.chain().focus()
  const bar = (
    <div className={place ? classes.tools : classes.bar} role="toolbar" aria-label={t('toolbar')}>
      <Tool
        label={t('bold')}
        on={active.bold}
        run={() => chain().toggleBold().run()}
        icon={<IconBold size={15} aria-hidden />}
      />
      {!place && (
        <Tool
          label={t('italic')}
          on={active.italic}
          run={() => chain().toggleItalic().run()}
          icon={<IconItalic size={15} aria-hidden />}
        />
      )}
      <Tool
        label={t('code')}
        on={active.code}
        run={() => chain().toggleCode().run()}
        icon={<IconCode size={15} aria-hidden />}
      />
      <Tool
        label={t('bullets')}
        on={active.bulletList}
        run={() => chain().toggleBulletList().run()}
        icon={<IconList size={15} aria-hidden />}
      />
      {!place && (
        <Tool
          label={t('numbers')}
          on={active.orderedList}
          run={() => chain().toggleOrderedList().run()}
          icon={<IconListNumbers size={15} aria-hidden />}
        />
      )}
      <Tool
        label={t('link')}
        on={active.link}
        run={() => (active.link ? chain().unsetLink().run() : setLinking(true))}
        icon={<IconLink size={15} aria-hidden />}
      />
      {onPictures && !place && (
        <>
          <Tool
            label={t('picture')}
            run={() => chooser.current?.click()}
            icon={<IconPhotoPlus size={15} aria-hidden />}
          />
          <input
            ref={chooser}
            type="file"
            accept="image/*"
            hidden
            aria-label={t('picture')}
            onChange={(event) => onPictures(event.currentTarget.files)}
          />
          <span className={classes.hint}>{t('markdown')}</span>
        </>
      )}
    </div>
  )
  return (
    <>
      {place ? createPortal(bar, place) : bar}
      {linking && <LinkLine editor={editor} onDone={() => setLinking(false)} />}
    </>
  )
}

function Tool({ label, icon, on, run }: { label: string; icon: ReactNode; on?: boolean; run: () => void }) {
  return (
    <button
      type="button"
      className={classes.tool}
      aria-label={label}
      title={label}
      aria-pressed={on}
      onMouseDown={keepFocus}
      onClick={run}
    >
      {icon}
    </button>
  )
}

/** Pressing a tool must not move the caret out of the text. */
function keepFocus(event: { preventDefault: () => void }) {
  event.preventDefault()
}

function LinkLine({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const t = useText()
  const address = useRef<HTMLInputElement>(null)
  const apply = () => {
    const href = address.current?.value.trim() ?? ''
    const chain = editor.chain().focus()
    if (/^(https?:|mailto:)/i.test(href)) {
      if (editor.state.selection.empty)
        chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
      else chain.setLink({ href }).run()
    } else chain.run()
    onDone()
  }
  return (
    <input
      ref={(field) => {
        address.current = field
        field?.focus()
      }}
      type="url"
      className={classes.link}
      aria-label={t('linkAddress')}
      placeholder="https://"
      onBlur={onDone}
      onKeyDown={(event) => {
        if (event.key === 'Enter') {
          event.preventDefault()
          apply()
        }
        if (event.key === 'Escape') onDone()
      }}
    />
  )
}
