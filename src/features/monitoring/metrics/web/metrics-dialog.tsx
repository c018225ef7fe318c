import { TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { applyServerErrors, useContractForm } from '#kit/web/form/use-contract-form.ts'
import { IconTrash } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { ShownOnce } from '#kit/web/look/shown-once.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { Confirm } from '#kit/web/notices/confirm.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import {
  createDeploymentToken,
  type DeploymentToken,
  ingestMetrics,
  listDeploymentTokens,
  manageDeployments,
  readIngestState,
  revokeDeploymentToken,
} from '../contract.ts'
import { useText } from '../texts.ts'

/** The tokens of a deployment, and the samples that were rejected. */
export function MetricsDialog(props: {
  account: string
  deployment: Account['deployments'][number]
  onClose: () => void
}) {
  const t = useText()
  const { account, deployment, onClose } = props
  const params = { id: deployment.id }
  const may = useAllows(manageDeployments, account)
  const [making, setMaking] = useState(false)
  const query = useQueryOf(listDeploymentTokens, { params })
  const state = useQueryOf(readIngestState, { params }).data
  if (making) return <NewDeploymentToken deployment={deployment.id} onClose={() => setMaking(false)} />
  return (
    <Modal opened centered size={640} title={t('openOf', { deployment: deployment.name })} onClose={onClose}>
      <div className="form-stack">
        <CopyableText label={t('address')} text={`${location.origin}${ingestMetrics.url}`} copy={t('copyAddress')} />
        <QueryView query={query} rows={2} empty={<p>{t('noTokens')}</p>}>
          {({ _embedded: { tokens } }) => (
            <PlainTable
              label={t('tokens')}
              id={({ id }) => id}
              rows={tokens}
              columns={[
                { id: 'name', label: t('tokenName'), cell: ({ name }) => name },
                { id: 'by', label: t('createdBy'), wide: true, cell: ({ createdBy }) => createdBy ?? '–' },
                {
                  id: 'used',
                  label: t('lastUsed'),
                  width: 7,
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <Age at={lastUsedAt} /> : t('never')),
                },
                ...(may
                  ? [
                      {
                        id: 'revoke',
                        label: t('revoke'),
                        width: 4,
                        quiet: true,
                        cell: (token: (typeof tokens)[number]) => (
                          <RevokeDeploymentToken deployment={deployment.id} token={token} />
                        ),
                      },
                    ]
                  : []),
              ]}
            />
          )}
        </QueryView>
        {state && state.failures.length > 0 && (
          <PlainTable
            label={t('failures')}
            id={({ job }) => job}
            rows={state.failures}
            columns={[
              { id: 'job', label: t('failures'), cell: ({ job }) => t(`job.${job}`) },
              { id: 'reason', label: t('why'), wide: true, cell: ({ reason }) => reason ?? t('ownFault') },
              { id: 'since', label: t('since'), width: 7, cell: ({ since }) => <Age at={since} /> },
            ]}
          />
        )}
        {state && state.rejections.length > 0 && (
          <PlainTable
            label={t('rejections')}
            id={({ reason }) => reason}
            rows={state.rejections}
            columns={[
              { id: 'reason', label: t('rejections'), cell: ({ reason }) => t(`reason.${reason}`) },
              { id: 'example', label: t('example'), wide: true, cell: ({ example }) => <code>{example || '–'}</code> },
              {
                id: 'samples',
                label: t('samples'),
                width: 6,
                align: 'right',
                cell: ({ samples }) => formatCount(samples),
              },
            ]}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {t('close')}
          </Button>
          {may && <Button onClick={() => setMaking(true)}>{t('create')}</Button>}
        </DialogActions>
      </div>
    </Modal>
  )
}

/** Revokes a token after a confirmation. */
function RevokeDeploymentToken({ deployment, token }: { deployment: string; token: DeploymentToken }) {
  const t = useText()
  const [confirming, setConfirming] = useState(false)
  const revoke = useMutationOf(revokeDeploymentToken, {
    refreshes: [listDeploymentTokens],
    onSuccess: () => toast({ title: t('revoked') }),
  })
  return (
    <>
      <IconButton size={28} aria-label={t('revokeOf', { name: token.name })} onClick={() => setConfirming(true)}>
        <IconTrash size={16} aria-hidden />
      </IconButton>
      <Confirm
        opened={confirming}
        title={t('revokeOf', { name: token.name })}
        action={t('revoke')}
        busy={revoke.isPending}
        onClose={() => setConfirming(false)}
        onConfirm={() => revoke.mutate({ params: { id: deployment, tokenId: token.id } })}
      >
        {t('revokeText')}
      </Confirm>
    </>
  )
}

/** Creates a token of a deployment, and shows it once. */
function NewDeploymentToken({ deployment, onClose }: { deployment: string; onClose: () => void }) {
  const t = useText()
  const [token, setToken] = useState<string>()
  const form = useContractForm(createDeploymentToken.body, { name: '' })
  const create = useMutationOf(createDeploymentToken, {
    refreshes: [listDeploymentTokens],
    onProblem: applyServerErrors(form),
    onSuccess: (made) => setToken(made.token),
  })
  if (token)
    return (
      <ShownOnce
        title={t('created')}
        text={t('createdText')}
        secrets={[{ text: token, copy: t('copyToken') }]}
        done={t('done')}
        onClose={onClose}
      />
    )
  return (
    <FormDialog
      title={t('create')}
      submitLabel={t('create')}
      pending={create.isPending}
      onSubmit={form.onSubmit((body) => create.mutate({ params: { id: deployment }, body }))}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        label={t('tokenName')}
        description={t('tokenNameHint')}
        maxLength={80}
        {...form.getInputProps('name')}
      />
    </FormDialog>
  )
}
