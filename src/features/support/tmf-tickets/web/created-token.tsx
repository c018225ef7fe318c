import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { useText } from './text.ts'

/** A new token and its signing secret, shown once: the dialog closes by its button alone. */
export function CreatedToken(props: { token: string; signingSecret: string; onClose: () => void }) {
  const t = useText()
  return (
    <Modal
      opened
      centered
      size={520}
      title={t('created')}
      onClose={props.onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className="form-stack">
        <p>{t('createdText')}</p>
        <CopyableText label={t('token')} text={props.token} copy={t('copyToken')} />
        <CopyableText label={t('signingSecret')} text={props.signingSecret} copy={t('copySecret')} />
        <DialogActions>
          <Button data-autofocus onClick={props.onClose}>
            {t('done')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}
