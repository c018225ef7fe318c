import type { FormEvent, ReactNode } from 'react'
import { Button, type ButtonColour } from '../look/button.tsx'
import { DialogActions } from '../look/dialog-actions.tsx'
import { Modal } from '../look/modal.tsx'
import { useText } from '../text/kit-text.ts'

/**
 * A form in a dialog, with *Cancel* and the button that sends it. The browser does not validate: the form shows its own
 * errors. `submitLabel` names the effect; `size` is the width in pixels.
 */
export function FormDialog(props: {
  opened?: boolean
  title: string
  submitLabel: string
  pending: boolean
  disabled?: boolean
  /** Why the form cannot be sent yet. */
  blocked?: string | undefined
  colour?: ButtonColour
  size?: number
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  onClose: () => void
  children: ReactNode
}) {
  const t = useText()
  const {
    opened: isOpen = true,
    title,
    submitLabel,
    pending,
    disabled: isDisabled = false,
    blocked,
    colour,
    size,
    onSubmit,
    onClose,
    children,
  } = props
  return (
    <Modal
      opened={isOpen}
      centered
      title={title}
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('close') }}
      {...(size ? { size } : {})}
    >
      <form
        noValidate
        className="form-stack"
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit(event)
        }}
      >
        {children}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            type="submit"
            loading={pending}
            disabled={isDisabled}
            blocked={blocked}
            {...(colour ? { color: colour } : {})}
          >
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
