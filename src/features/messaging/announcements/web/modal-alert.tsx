import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconExternalLink } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import type { InboxItem } from '../contract/inbox-shapes.ts'
import { useText } from '../texts.ts'
import { AttachmentLink } from './attachment-link.tsx'
import { leavingHref } from './leaving-href.ts'
import classes from './modal-alert.module.css'
import { styleOfType } from './type-style.tsx'
import { useAcknowledge } from './use-acknowledge.ts'
import { useMarkSeen } from './use-mark-seen.ts'

/** The oldest modal alert that is not acknowledged; the next one comes after it. */
export function ModalAlert({ alert }: { alert: InboxItem }) {
  const t = useText()
  const { acknowledge, pending } = useAcknowledge()
  useMarkSeen([alert])
  const { colour, Icon } = styleOfType(alert.type)
  return (
    <Modal
      opened
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      onClose={() => undefined}
      title={
        <span className={classes.title} data-c={colour}>
          <Icon size={18} aria-hidden />
          <span>{alert.title}</span>
        </span>
      }
    >
      <Markdown text={alert.message} />
      {alert.attachmentsUrls.length > 0 && (
        <ul className={classes.files}>
          {alert.attachmentsUrls.map((url, index) => (
            <li key={url}>
              <AttachmentLink url={url} label={t('inbox.attachment', { number: index + 1 })} />
            </li>
          ))}
        </ul>
      )}
      <DialogActions>
        {alert.link !== null && (
          <Button
            variant="default"
            rightSection={<IconExternalLink size={14} aria-hidden />}
            href={alert.link.startsWith('/') ? alert.link : leavingHref(alert.link)}
            target="_blank"
          >
            {t('details')}
          </Button>
        )}
        <Button data-autofocus loading={pending} onClick={() => acknowledge(alert.id)}>
          {t('acknowledge')}
        </Button>
      </DialogActions>
    </Modal>
  )
}
