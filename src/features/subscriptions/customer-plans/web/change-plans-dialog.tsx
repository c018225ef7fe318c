import { useState } from 'react'
import { listFacets, listPlans } from '#features/subscriptions/plans/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { FormDialog } from '#kit/web/form/form-dialog.tsx'
import { Select } from '#kit/web/form/select.tsx'
import { InlineAlert } from '#kit/web/notices/notice.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import { type CustomerPlan, changePlans, listCustomerPlans, previewSubscriptions } from '../contract.ts'
import { useTermsText } from '../texts.ts'
import { PreviewedChanges } from './previewed-changes.tsx'

const NONE = 'none'

/** Gives the selected subscriptions another plan, after a preview of the effect on each account. */
export function ChangePlansDialog(props: { rows: readonly CustomerPlan[]; onClose: () => void; onDone: () => void }) {
  const t = useTermsText()
  const { rows, onClose, onDone } = props
  const [chosenPlan, setChosenPlan] = useState<string | null>(null)
  const plans = useQueryOf(listPlans, {}).data?._embedded.plans ?? []
  const services = useQueryOf(listFacets, {}).data?._embedded.facets ?? []
  const plan = chosenPlan === NONE ? null : chosenPlan
  const preview = useQueryOf(
    previewSubscriptions,
    { body: { accounts: rows.map(({ accountId }) => accountId), plan } },
    { enabled: chosenPlan !== null },
  )
  const save = useMutationOf(changePlans, {
    refreshes: [listCustomerPlans],
    onSuccess: ({ changed }) => {
      toast({ title: t('bulk.done', { count: changed }) })
      onDone()
    },
  })
  const previews = chosenPlan === null ? undefined : preview.data?._embedded.accounts
  const over = previews?.filter(({ exceeded }) => exceeded.length > 0).length ?? 0
  return (
    <FormDialog
      title={t('bulk.title', { count: rows.length })}
      size={760}
      submitLabel={t('bulk.save', { count: rows.length })}
      pending={save.isPending}
      disabled={chosenPlan !== null && previews === undefined}
      blocked={chosenPlan === null ? t('notYet.plan') : undefined}
      onSubmit={() => save.mutate({ body: { subscriptions: rows.map(({ id, version }) => ({ id, version })), plan } })}
      onClose={onClose}
    >
      <Select
        data-autofocus
        required
        allowDeselect={false}
        withScrollArea={false}
        comboboxProps={{ withinPortal: false }}
        label={t('bulk.plan')}
        data={[...plans.map(({ id, name }) => ({ value: id, label: name })), { value: NONE, label: t('noPlan') }]}
        value={chosenPlan}
        onChange={setChosenPlan}
      />
      {chosenPlan !== null && (
        <QueryView query={preview} rows={3}>
          {({ _embedded: { accounts } }) => (
            <>
              <InlineAlert colour={over > 0 ? 'orange' : 'blue'}>
                {t('bulk.effect', { count: accounts.length })} {over > 0 && t('bulk.over', { count: over })}
              </InlineAlert>
              {accounts.length > 0 && (
                <PlainTable
                  label={t('preview.title')}
                  rows={accounts}
                  id={({ accountId }) => accountId}
                  columns={[
                    { id: 'account', label: t('list.account'), width: 10, cell: (row) => row.accountDisplayName },
                    {
                      id: 'changes',
                      label: t('history.changes'),
                      cell: (row) => <PreviewedChanges preview={row} services={services} />,
                    },
                  ]}
                />
              )}
            </>
          )}
        </QueryView>
      )}
    </FormDialog>
  )
}
