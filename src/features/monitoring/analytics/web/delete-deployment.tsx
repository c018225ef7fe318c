import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { type AnalyticsDeployment, deleteDeployment, listDeployments, readSummaryMap } from '../contract.ts'
import { useText } from '../texts.ts'

/** Deletes a deployment after a confirmation. */
export function DeleteDeployment({ deployment, onClose }: { deployment: AnalyticsDeployment; onClose: () => void }) {
  const t = useText()
  const { id, name, revision } = deployment
  const remove = useMutationOf(deleteDeployment, {
    refreshes: [listDeployments, readSummaryMap],
    onSuccess: () => {
      toast({ title: t('deleted') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('deleteTitle', { name })}
      submitLabel={t('delete')}
      colour="red"
      pending={remove.isPending}
      onSubmit={() => remove.mutate({ params: { id }, version: revision })}
      onClose={onClose}
    >
      <p>{t('deleteText')}</p>
    </FormDialog>
  )
}
