import { Modal, type ModalProps } from '@mantine/core'
import type { MouseEvent } from 'react'

/** The frame of a `Modal`, in a separate script. */
export function LoadedModal(props: ModalProps) {
  return <Modal {...props} overlayProps={{ ...props.overlayProps, onClickCapture: ignoreSecondPress }} />
}

/** The second press of a double click on what opened the dialog is around the dialog: it does not close it. */
function ignoreSecondPress(event: MouseEvent) {
  if (event.detail > 1) event.stopPropagation()
}
