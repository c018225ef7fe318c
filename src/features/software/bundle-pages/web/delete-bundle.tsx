import { type Bundle, deleteBundle, listBundles } from '#features/software/bundles/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Asks before a bundle without releases is deleted. */
export function DeleteBundle(props: { bundle: Bundle; onDeleted: () => void; onClose: () => void }) {
  const { bundle, onDeleted, onClose } = props
  const t = useText()
  const remove = useMutationOf(deleteBundle, {
    refreshes: [listBundles],
    onSuccess: () => {
      toast({ title: t('move.deleted', { name: bundle.name }) })
      onDeleted()
    },
  })
  return (
    <Confirm
      opened
      title={t('move.deleteTitle', { name: bundle.name })}
      action={t('move.delete')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id: bundle.id }, version: bundle.version })}
      onClose={onClose}
    >
      {t('move.deleteText')}
    </Confirm>
  )
}
