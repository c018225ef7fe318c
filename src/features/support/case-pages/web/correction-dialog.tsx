import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { monthName } from '#kit/web/time/month-name.ts'
import { useText } from '../texts.ts'

/** Asks why a case is moved although that changes closed months; `question` names them (`2026-10`). */
export function CorrectionDialog(props: {
  question: string
  busy: boolean
  onClose: () => void
  onCorrect: (correction: string) => void
}) {
  const t = useText()
  const { question, busy, onClose, onCorrect } = props
  const [correction, setCorrection] = useState('')
  const [missing, setMissing] = useState(false)
  const months = (question.match(/\d{4}-\d\d/g) ?? []).map(monthName)
  return (
    <FormDialog
      title={t('correction.title')}
      submitLabel={t('correction.send')}
      pending={busy}
      onSubmit={() => (correction.trim() ? onCorrect(correction) : setMissing(true))}
      onClose={onClose}
    >
      <p>{t('correction.text', { months: months.join(', '), count: months.length })}</p>
      <Textarea
        required
        data-autofocus
        autosize
        minRows={2}
        maxLength={1000}
        label={t('correction.reason')}
        value={correction}
        error={missing && t('correction.missing')}
        onChange={(event) => {
          setCorrection(event.currentTarget.value)
          setMissing(false)
        }}
      />
    </FormDialog>
  )
}
