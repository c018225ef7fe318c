import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type BundleRelease, listReleases, readRelease, rejectRelease } from '../contract.ts'
import { useText } from './text.ts'

/** Rejects a release; its maker gets the note by mail. */
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
    <Modal
      opened
      centered
      onClose={onClose}
      title={t('reject.title', { name: release.name })}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <form
        className="form-stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (!note.trim()) return setError(t('reject.missing'))
          reject.mutate({ params: { id: release.id }, body: { note } })
        }}
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
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" color="red" loading={reject.isPending}>
            {t('reject.send')}
          </Button>
        </DialogActions>
      </form>
    </Modal>
  )
}
