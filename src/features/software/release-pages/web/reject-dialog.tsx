import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { type BundleRelease, listReleases, readRelease, rejectRelease } from '#features/software/releases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Rejects a release; its creator gets the note by mail. */
export function RejectDialog({ release, onClose }: { release: BundleRelease; onClose: () => void }) {
  const t = useText()
  const [note, setNote] = useState('')
  const [error, setError] = useState<string>()
  const reject = useMutationOf(rejectRelease, {
    refreshes: [listReleases, readRelease],
    onSuccess: () => {
      toast({ title: t('reject.done', { name: release.name }) })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('reject.title', { name: release.name })}
      submitLabel={t('reject.send')}
      pending={reject.isPending}
      colour="red"
      onSubmit={() => {
        if (!note.trim()) return setError(t('reject.missing'))
        reject.mutate({ params: { id: release.id }, body: { note } })
      }}
      onClose={onClose}
    >
      <Textarea
        data-autofocus
        autosize
        minRows={4}
        maxLength={2000}
        label={t('reject.note')}
        description={t('reject.hint', { name: release.createdBy.fullName })}
        value={note}
        error={error}
        onChange={(event) => {
          setNote(event.currentTarget.value)
          setError(undefined)
        }}
      />
    </FormDialog>
  )
}
