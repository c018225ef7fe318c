import { Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { acknowledgeFinding, type Finding, listFindings, readFinding } from '../contract.ts'
import { useText } from '../texts.ts'

const DAY_MS = 86_400_000

/** Acknowledges a finding with a reason until a time: tomorrow unless another is chosen. */
export function AcknowledgeDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const t = useText()
  const [reason, setReason] = useState(finding.acknowledgement?.reason ?? '')
  const [until, setUntil] = useState(localTime(finding.acknowledgement?.until ?? Date.now() + DAY_MS))
  const [wrong, setWrong] = useState<readonly string[]>([])
  const send = useMutationOf(acknowledgeFinding, {
    refreshes: [readFinding, listFindings],
    onSuccess: () => {
      toast({ title: t('finding.done') })
      onClose()
    },
  })
  const submit = () => {
    const time = Date.parse(until)
    const now = Date.now()
    const missing = [
      ...(reason.trim() === '' || reason.length > 1000 ? ['reason'] : []),
      ...(Number.isNaN(time) || time <= now || time > now + 90 * DAY_MS ? ['until'] : []),
    ]
    setWrong(missing)
    if (missing.length === 0)
      send.mutate({
        params: { id: finding.id },
        body: { reason: reason.trim(), until: new Date(time).toISOString() },
        version: finding.version,
      })
  }
  return (
    <FormDialog
      title={t('finding.acknowledge')}
      submitLabel={t('finding.acknowledge')}
      pending={send.isPending}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        required
        label={t('finding.reason')}
        description={t('finding.reasonHint')}
        maxLength={1000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={wrong.includes('reason') && t('finding.reasonWrong')}
      />
      <TextInput
        required
        type="datetime-local"
        label={t('finding.untilLabel')}
        value={until}
        onChange={(event) => setUntil(event.currentTarget.value)}
        error={wrong.includes('until') && t('finding.untilWrong')}
      />
    </FormDialog>
  )
}

/** A time as the field of the browser has it: in its zone, without seconds. */
function localTime(at: string | number): string {
  const time = new Date(at)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
