import { type DragEvent, useRef, useState } from 'react'
import { IconCloudUpload } from '#kit/web/icons/icons.generated.ts'
import { Shortcut } from '../look/keys.tsx'
import classes from './files.module.css'
import { useText } from './form-text.ts'

/** Takes files by drop, by the file chooser, or pasted anywhere on the page; the caller handles them. */
export function FileDrop({ label, onFiles }: { label: string; onFiles: (files: readonly File[]) => void }) {
  const t = useText()
  const chooser = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      className={classes.drop}
      aria-label={label}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      onPaste={(event) => onFiles([...event.clipboardData.files])}
    >
      <IconCloudUpload size={18} aria-hidden />
      <span>{t('drop')}</span>
      <button type="button" className={classes.choose} onClick={() => chooser.current?.click()}>
        {t('choose')}
      </button>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <span className={classes.paste}>
        {t('paste')} <Shortcut combo="mod+v" />
      </span>
    </section>
  )
}
