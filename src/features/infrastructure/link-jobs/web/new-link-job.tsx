import { TextInput } from '@mantine/core'
import { listDeployments } from '#features/monitoring/analytics/contract.ts'
import type { Reply } from '#kit/web/data/call.ts'
import type { Query } from '#kit/web/data/query.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { newLinkJob } from '../contract/link.ts'
import { listLinkJobs, startLinkJob } from '../contract.ts'
import { useText } from '../texts.ts'

/** Starts a link job for a cluster of a deployment. */
export function NewLinkJob(props: { account: string; onStarted: (job: string) => void; onClose: () => void }) {
  const query = useQueryOf(listDeployments, { query: { account: props.account } })
  return <Form key={query.data ? 'loaded' : 'loading'} {...props} query={query} />
}

function Form(props: {
  account: string
  query: Query<Reply<typeof listDeployments>>
  onStarted: (job: string) => void
  onClose: () => void
}) {
  const t = useText()
  const { account, query, onStarted, onClose } = props
  const choices = query.data?._embedded.deployments.map(({ id, name }) => ({ value: id, label: name })) ?? []
  const form = useContractForm(newLinkJob, { deployment: choices[0]?.value ?? '', cluster: 'c1' })
  const start = useMutationOf(startLinkJob, {
    refreshes: [listLinkJobs],
    onProblem: applyServerErrors(form),
    onSuccess: ({ id }) => {
      toast({ title: t('started') })
      onStarted(id)
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('new')}
      submitLabel={t('form.send')}
      pending={start.isPending}
      onSubmit={form.onSubmit((body) => start.mutate({ params: { customer: account }, body }))}
      onClose={onClose}
    >
      <QueryView query={query} rows={2} empty={<InlineAlert>{t('form.noDeployment')}</InlineAlert>}>
        {() => (
          <Select
            required
            allowDeselect={false}
            label={t('form.deployment')}
            data={choices}
            comboboxProps={{ withinPortal: false }}
            withScrollArea={false}
            {...form.getInputProps('deployment')}
          />
        )}
      </QueryView>
      {/* Not before, because the form begins again with the choices. */}
      {query.data && (
        <TextInput
          data-autofocus
          required
          label={t('form.cluster')}
          description={t('form.clusterHint')}
          maxLength={63}
          {...form.getInputProps('cluster')}
          error={form.errors.cluster && t('form.clusterWrong')}
        />
      )}
      <p>{t('form.text')}</p>
    </FormDialog>
  )
}
