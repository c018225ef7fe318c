import { listBundles, readBundle } from '#features/software/bundles/contract.ts'
import { type BundleRelease, deleteRelease, listReleases } from '#features/software/releases/contract.ts'
import { useMutationOf } from '#kit/web/data/query.ts'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'

/** Asks before a release is deleted, and says what goes with it and what stays. */
export function DeleteRelease(props: { release: BundleRelease; onDeleted: () => void; onClose: () => void }) {
  const t = useText()
  const { release, onDeleted, onClose } = props
  const { id, name, accountDisplayName: account, status } = release
  const remove = useMutationOf(deleteRelease, {
    refreshes: [listReleases, listBundles, readBundle],
    onSuccess: () => {
      toast({ title: t('delete.done'), detail: t('delete.of', { name, account }) })
      onDeleted()
    },
  })
  return (
    <Confirm
      opened
      title={t('delete.title', { name, account })}
      action={t('delete.run')}
      busy={remove.isPending}
      onConfirm={() => remove.mutate({ params: { id } })}
      onClose={onClose}
    >
      {status === 'DELIVERED' ? (
        <>
          <p>{t('delete.goes', { account })}</p>
          <p>{t('delete.stays')}</p>
        </>
      ) : (
        <p>{t('delete.undelivered', { account })}</p>
      )}
    </Confirm>
  )
}
