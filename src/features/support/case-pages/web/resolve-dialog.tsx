import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { resolutionReasons } from '#features/support/case-access/contract.ts'
import type { Case, resolveCase } from '#features/support/cases/contract.ts'
import type { Input } from '#kit/web/data/call.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { useText } from '../texts.ts'

/** The dialog for the reason why a case is resolved, and a comment with it. */
export function ResolveDialog(props: {
  found: Case
  busy: boolean
  onClose: () => void
  onResolve: (body: NonNullable<Input<typeof resolveCase>['body']>) => void
}) {
  const t = useText()
  const { found: supportCase, busy, onClose, onResolve } = props
  const [reason, setReason] = useState<string | null>(null)
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const [endedAt, setEndedAt] = useState(localTime(new Date()))
  const isOutage = supportCase.type === 'OUTAGE'
  const isEndWrong = isOutage && !(new Date(endedAt).getTime() <= Date.now())
  return (
    <FormDialog
      title={t('resolve.title', { key: supportCase.key })}
      submitLabel={t('resolve.send')}
      pending={busy}
      colour="green"
      onSubmit={() => {
        const chosenReason = resolutionReasons.find((one) => one === reason)
        if (!chosenReason) return setMissing(true)
        if (isEndWrong) return
        onResolve({
          reason: chosenReason,
          ...(comment.trim() ? { comment } : {}),
          ...(isOutage ? { outageEnded: new Date(endedAt).toISOString() } : {}),
        })
      }}
      onClose={onClose}
    >
      <Select
        required
        data-autofocus
        label={t('resolve.reason')}
        placeholder={t('resolve.choose')}
        data={resolutionReasons.map((value) => ({ value, label: t(`reason.${value}`) }))}
        value={reason}
        error={missing && t('resolve.missing')}
        onChange={(value) => {
          setReason(value)
          setMissing(false)
        }}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
      />
      {isOutage && (
        <TextInput
          required
          type="datetime-local"
          label={t('resolve.ended')}
          description={t('resolve.endedHint')}
          value={endedAt}
          error={isEndWrong && t('resolve.endedMissing')}
          onChange={(event) => setEndedAt(event.currentTarget.value)}
        />
      )}
      <Textarea
        autosize
        minRows={3}
        maxLength={32_767}
        label={t('resolve.comment')}
        description={
          supportCase.internal
            ? t('resolve.commentInternal')
            : t('resolve.commentHint', { account: supportCase.accountDisplayName })
        }
        value={comment}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

/** A time as the field of the browser has it: in its zone, to the minute. */
function localTime(time: Date): string {
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
