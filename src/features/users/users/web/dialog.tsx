import type { ReactNode } from 'react'
import { Modal } from '#kit/web/look/modal.tsx'
import { useText } from '#kit/web/text/kit-text.ts'

/** A dialog of the profile. Without `onClose` it closes only by its own buttons: its content is shown once. */
export function Dialog(props: {
  title: string
  size?: number
  onClose?: (() => void) | undefined
  children: ReactNode
}) {
  const t = useText()
  const { onClose } = props
  return (
    <Modal
      opened
      centered
      title={props.title}
      size={props.size ?? 440}
      onClose={onClose ?? stay}
      withCloseButton={onClose !== undefined}
      closeOnClickOutside={onClose !== undefined}
      closeOnEscape={onClose !== undefined}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      {props.children}
    </Modal>
  )
}

function stay() {}
