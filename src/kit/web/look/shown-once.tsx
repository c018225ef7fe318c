import { type ReactNode, useEffect } from 'react'
import { Button } from './button.tsx'
import { DialogActions } from './dialog-actions.tsx'
import { Modal } from './modal.tsx'
import { CopyableText } from './to-copy.tsx'

/** A secret to copy, or a text in which it stands; `copy` names its button. */
type Secret = { readonly label?: string; readonly text: string; readonly copy: string }

/**
 * Secrets that are shown once. The dialog closes by its button alone, and the browser warns before it leaves the page.
 * `children` say where to use them.
 */
export function ShownOnce(props: {
  title: string
  text: string
  secrets: readonly Secret[]
  done: string
  onClose: () => void
  children?: ReactNode
}) {
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [])
  return (
    <Modal
      opened
      centered
      size={520}
      title={props.title}
      onClose={props.onClose}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <div className="form-stack">
        <p>{props.text}</p>
        {props.secrets.map((secret) => (
          <CopyableText key={secret.copy} {...secret} />
        ))}
        {props.children}
        <DialogActions>
          <Button data-autofocus onClick={props.onClose}>
            {props.done}
          </Button>
        </DialogActions>
      </div>
    </Modal>
  )
}
