import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { useText } from './text.ts'

/** The question why a case is moved although that changes closed months; `question` names them. */
export function CorrectionDialog(props: {
  question: string
  busy: boolean
  onClose: () => void
  onCorrect: (correction: string) => void
}) {
  const t = useText()
  const { question, busy, onClose, onCorrect } = props
  const [correction, setCorrection] = useState('')
  return (
    <FormDialog
      title={t('correction.title')}
      submitLabel={t('correction.send')}
      pending={busy}
      onSubmit={() => correction.trim() && onCorrect(correction)}
      onClose={onClose}
    >
      <Textarea
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        label={t('correction.reason')}
        value={correction}
        error={correction.trim() ? undefined : question}
        onChange={(event) => setCorrection(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
