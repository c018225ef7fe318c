import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { useText } from '../texts.ts'
import classes from './dialog.module.css'

/** The secret of a token, and a command to test it. */
export function TokenSecret({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useText()
  const command = `curl -H 'Authorization: Bearer ${secret}' ${location.origin}/api/users/me`
  return (
    <div className={classes.body}>
      <p className={classes.text}>{t('tokens.madeText')}</p>
      <CopyableText text={secret} copy={t('tokens.copy')} />
      <CopyableText label={t('tokens.try')} text={command} copy={t('tokens.copyTry')} />
      <DialogActions>
        <Button data-autofocus onClick={onDone}>
          {t('tokens.done')}
        </Button>
      </DialogActions>
    </div>
  )
}
