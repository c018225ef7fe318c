import { Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Case } from '#features/support/cases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { reEscalateCase } from '../contract.ts'
import { useText } from '../texts.ts'
import { escalationRefreshes } from './escalation-refreshes.ts'

/** Opens the R&D issue of a case again, with a text that explains what is still wrong. */
export function ReEscalateDialog({ found, onClose }: { found: Case; onClose: () => void }) {
  const t = useText()
  const [comment, setComment] = useState('')
  const [missing, setMissing] = useState(false)
  const rndKey = found.rndIssue?.key ?? ''
  const escalate = useMutationOf(reEscalateCase, {
    refreshes: escalationRefreshes,
    onSuccess: () => {
      toast({ title: t('again.done', { rndKey }) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('again.title', { key: found.key })}
      submitLabel={t('again.send')}
      pending={escalate.isPending}
      onSubmit={() => {
        if (!comment.trim()) return setMissing(true)
        escalate.mutate({ query: { issueKey: found.key }, body: { comment } })
      }}
      onClose={onClose}
    >
      <p>{t('again.text', { rndKey })}</p>
      <Textarea
        required
        data-autofocus
        autosize
        minRows={4}
        maxLength={32_767}
        label={t('again.comment')}
        value={comment}
        error={missing && t('again.missing')}
        onChange={(event) => {
          setComment(event.currentTarget.value)
          setMissing(false)
        }}
      />
    </FormDialog>
  )
}
