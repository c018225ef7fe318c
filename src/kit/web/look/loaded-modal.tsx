import { Modal, type ModalProps } from '@mantine/core'

/** The frame of a `Modal`, in a script of its own. */
export function LoadedModal(props: ModalProps) {
  return <Modal {...props} />
}
