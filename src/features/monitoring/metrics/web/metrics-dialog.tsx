import { useState } from 'react'
import type { Account } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Button } from '#kit/web/look/button.tsx'
import { DialogActions } from '#kit/web/look/dialog-actions.tsx'
import { Modal } from '#kit/web/look/modal.tsx'
import { CopyableText } from '#kit/web/look/to-copy.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { formatCount } from '#kit/web/text/format-count.ts'
import { Age } from '#kit/web/time/age.tsx'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { ingestMetrics, listDeploymentTokens, manageDeployments, readIngestState } from '../contract.ts'
import { useText } from '../texts.ts'
import { NewDeploymentToken } from './new-deployment-token.tsx'
import { RevokeDeploymentToken } from './revoke-deployment-token.tsx'

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
