import { Modal, type ModalProps } from '@mantine/core'

/** The frame of a `Modal`, in a separate script. */
export function LoadedModal(props: ModalProps) {
  return <Modal {...props} />
}
