import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { useText } from '../texts.ts'

/** Shows a new secret, once. It closes only by its button. */
export function SecretDialog({ secret, onDone }: { secret: string; onDone: () => void }) {
  const t = useText()
  return (
    <Modal
      opened
      centered
      size={520}
      title={t('secretTitle')}
      onClose={onDone}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className="form-stack">
        <p>{t('secretText')}</p>
        <CopyableText text={secret} copy={t('copySecret')} />
        <DialogActions>
          <Button data-autofocus onClick={onDone}>
            {t('done')}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}
