import { useState } from 'react'
import {
  type Account,
  listAccounts,
  listMyAccounts,
  readAccount,
  removeFederation,
  updateAccount,
} from '#features/accounts/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useText } from '../texts.ts'
import { VisibilityPreview } from './visibility-preview.tsx'

/** The parent of this account. Who gains or loses sight of it is shown before anything changes. */
export function FederationCard({ account }: { account: Account }) {
  const t = useText()
  const now = account.parentAccount ?? ''
  const [parent, setParent] = useState(now)
  const [isKnown, setKnown] = useState(false)
  const { data } = useQueryOf(listMyAccounts, { query: { size: 2000 } })
  const isChanged = parent !== now
  const query = { parentAccount: parent }
  const settings = {
    refreshes: [readAccount, listAccounts],
    onSuccess: () => toast({ title: t('federation.changed') }),
  }
  const join = useMutationOf(updateAccount, settings)
  const leave = useMutationOf(removeFederation, settings)
  const apply = () =>
    parent
      ? join.mutate({ params: { id: account.id }, query, body: {}, version: account.version })
      : leave.mutate({ params: { id: account.id }, version: account.version })
  const accounts = data?._embedded.accounts ?? []
  const possible = accounts.filter((one) => one.isParent && one.parentAccount === null && one.id !== account.id)
  const children = accounts.filter(({ parentAccount }) => parentAccount === account.name)
  return (
    <Card title={t('federation.title')}>
      <div className="form-stack">
        <Select
          label={t('federation.parent')}
          searchable
          limit={60}
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: '', label: t('federation.noParent') },
            ...possible.map(({ name, displayName }) => ({ value: name, label: displayName })),
          ]}
          value={parent}
          onChange={(newParent) => setParent(newParent ?? '')}
        />
        {children.length > 0 && (
          <p>
            {t('federation.children')}: {children.map(({ displayName }) => displayName).join(', ')}
          </p>
        )}
        {isChanged && <VisibilityPreview account={account} change={query} onKnown={setKnown} />}
        {isChanged && (
          <div className="form-actions">
            <Button disabled={!isKnown} loading={join.isPending || leave.isPending} onClick={apply}>
              {t('federation.apply')}
            </Button>
          </div>
        )}
      </div>
    </Card>
  )
}
