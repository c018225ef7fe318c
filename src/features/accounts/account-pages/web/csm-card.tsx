import { useRef } from 'react'
import {
  type Account,
  assignCsm,
  assignCsms,
  listCsms,
  readAccount,
  unassignCsm,
} from '#features/accounts/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useText } from '../texts.ts'

const NOONE = ''

/** The account's customer-success manager; a change is saved at once and can be undone. */
export function CsmCard({ account }: { account: Account }) {
  const t = useText()
  const may = useAllows(assignCsms)
  const { data } = useQueryOf(listCsms, {}, { enabled: may })
  const refreshes = [readAccount]
  const assign = useMutationOf(assignCsm, { refreshes })
  const unassign = useMutationOf(unassignCsm, { refreshes })
  const { csm, id } = account
  // Undo applies to the current account.
  const latest = useRef(account)
  latest.current = account
  const set = (csmId: string) =>
    csmId === NOONE
      ? unassign.mutateAsync({ params: { id }, version: latest.current.version })
      : assign.mutateAsync({ params: { id, csmId } })
  const users = data?._embedded.users ?? (csm ? [csm] : [])
  async function choose(csmId: string) {
    const before = csm?.id ?? NOONE
    await set(csmId)
    const name = users.find((user) => user.id === csmId)?.fullName
    toast({
      title: name ? t('csm.changed', { name }) : t('csm.cleared'),
      action: { label: t('csm.undo'), run: () => void set(before).catch(alreadyShown) },
    })
  }
  return (
    <Card title={t('csm.title')}>
      {may ? (
        <Select
          label={t('csm.label')}
          searchable
          limit={60}
          allowDeselect={false}
          withScrollArea={false}
          comboboxProps={{ withinPortal: false }}
          data={[
            { value: NOONE, label: t('csm.none') },
            ...users.map((user) => ({ value: user.id, label: user.fullName })),
          ]}
          value={csm?.id ?? NOONE}
          onChange={(csmId) => void choose(csmId ?? NOONE).catch(alreadyShown)}
        />
      ) : (
        <p>{csm?.fullName ?? t('csm.none')}</p>
      )}
    </Card>
  )
}

/** The error already had its toast. */
function alreadyShown(): void {}
