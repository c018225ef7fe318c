import { useMutationOf } from '#kit/web/data/query.ts'
import { showError } from '#kit/web/data/show-error.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { deleteSavedReply, listSavedReplies, type SavedReply } from '../contract.ts'
import { useText } from '../texts.ts'

/** Asks before a saved reply is deleted. */
export function DeleteReply({ reply, onClose }: { reply: SavedReply; onClose: () => void }) {
  const t = useText()
  const { id, name, version } = reply
  const remove = useMutationOf(deleteSavedReply, {
    refreshes: [listSavedReplies],
    onSuccess: () => {
      toast({ title: t('remove.done', { name }) })
      onClose()
    },
    onProblem: (problem) => {
      showError(problem)
      onClose()
    },
  })
  return (
    <Confirm
      opened
      title={t('remove.title', { name })}
      action={t('remove.action')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id }, version })}
      onClose={onClose}
    >
      <p>{t('remove.text')}</p>
    </Confirm>
  )
}
