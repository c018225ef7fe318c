import { Button } from '@mantine/core'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import classes from './dialog.module.css'
import { useText } from './text.ts'

/** The secret of a token, and a command that tries it. */
export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useText()
  const command = `curl -H 'Authorization: Bearer ${secret}' ${location.origin}/api/users/me`
  return (
    <div className={classes.body}>
      <p className={classes.text}>{t('tokens.madeText')}</p>
      <div className={classes.secret}>
        <code>{secret}</code>
        <CopyButton value={secret} label={t('tokens.copy')} />
      </div>
      <div>
        <div className={classes.label}>{t('tokens.try')}</div>
        <div className={classes.secret}>
          <code>{command}</code>
          <CopyButton value={command} label={t('tokens.copyTry')} />
        </div>
      </div>
      <div className={classes.actions}>
        <Button data-autofocus onClick={onDone}>
          {t('tokens.done')}
        </Button>
      </div>
    </div>
  )
}
