import { useState } from 'react'
import { IconCheck, IconCopy, IconDownload } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'

/** Recovery codes, shown only once: to download, to copy, and to confirm as saved. */
export function CodeList(props: { codes: readonly string[]; username: string; onDone: () => void }) {
  const t = useText()
  const [hasCopied, setCopied] = useState(false)
  const head = t('codes.file', { username: props.username, host: location.host })
  const file = `${head}\n\n${props.codes.join('\n')}\n`
  return (
    <div className={classes.body}>
      <p className={classes.text}>{t('codes.text')}</p>
      <ul className={classes.codes}>
        {props.codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <DialogActions>
        <Button
          variant="default"
          leftSection={<IconDownload size={15} aria-hidden />}
          onClick={() => download('recovery-codes.txt', file)}
        >
          {t('codes.download')}
        </Button>
        <Button
          variant="default"
          leftSection={hasCopied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => void navigator.clipboard.writeText(props.codes.join('\n')).then(() => setCopied(true))}
        >
          {t(hasCopied ? 'codes.copied' : 'codes.copy')}
        </Button>
        <Button data-autofocus onClick={props.onDone}>
          {t('codes.done')}
        </Button>
      </DialogActions>
    </div>
  )
}

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
