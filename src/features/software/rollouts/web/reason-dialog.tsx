import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'

/** Asks for the reason of a decision. */
export function ReasonDialog(props: {
  title: string
  text: string
  label: string
  missing: string
  submitLabel: string
  pending: boolean
  onSend: (reason: string) => void
  onClose: () => void
}) {
  const { title, text, label, missing, submitLabel, pending, onSend, onClose } = props
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      pending={pending}
      colour="red"
      onSubmit={() => (reason.trim() ? onSend(reason.trim()) : setError(missing))}
      onClose={onClose}
    >
      <p className="form-words">{text}</p>
      <Textarea
        data-autofocus
        autosize
        minRows={3}
        maxLength={1000}
        required
        label={label}
        value={reason}
        error={error}
        onChange={(event) => {
          setReason(event.currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
