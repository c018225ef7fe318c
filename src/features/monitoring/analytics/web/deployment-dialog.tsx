import { useMutationOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { toast } from '#kit/web/notices/toast.ts'
import {
  type AnalyticsDeployment,
  createDeployment,
  editDeployment,
  listDeployments,
  readSummaryMap,
} from '../contract.ts'
import { useText } from '../texts.ts'
import { ConnectionTest } from './connection-test.tsx'
import { DeploymentFields } from './deployment-fields.tsx'
import { bodyOf, type DeploymentValues, valuesOf, valuesSchema } from './deployment-values.ts'

/** Adds a deployment, or changes one; its connection can be tested before it is saved. */
export function DeploymentDialog(props: {
  account: string
  deployment: AnalyticsDeployment | undefined
  onClose: () => void
}) {
  const t = useText()
  const { account, deployment, onClose } = props
  const form = useContractForm<DeploymentValues>(valuesSchema, valuesOf(deployment))
  const settings = (title: string) => ({
    refreshes: [listDeployments, readSummaryMap],
    onProblem: applyServerErrors(form),
    onSuccess: () => {
      toast({ title })
      onClose()
    },
  })
  const add = useMutationOf(createDeployment, settings(t('added')))
  const edit = useMutationOf(editDeployment, settings(t('saved')))
  const save = (values: DeploymentValues) => {
    const body = bodyOf(values)
    if (deployment) edit.mutate({ params: { id: deployment.id }, version: deployment.revision, body })
    else add.mutate({ body: { ...body, account, version: values.version, stage: values.stage } })
  }
  return (
    <FormDialog
      size={720}
      title={deployment ? t('edit', { name: deployment.name }) : t('add')}
      submitLabel={t('save')}
      pending={add.isPending || edit.isPending}
      onSubmit={form.onSubmit(save)}
      onClose={onClose}
    >
      <DeploymentFields form={form} isPasswordSet={deployment?.settings?.portalPasswordSet ?? false} />
      <ConnectionTest values={form.values} deployment={deployment} />
    </FormDialog>
  )
}
