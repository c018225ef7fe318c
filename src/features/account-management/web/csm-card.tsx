import { Select } from '@mantine/core'
import { type Account, readAccount } from '#features/accounts/contract.ts'
import { useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { assignCsm, assignCsms, listCsms, unassignCsm } from '../contract.ts'
import { useText } from './text.ts'

const NOBODY = ''

/** Who looks after the account; a change is saved at once and can be taken back. */
export function CsmCard({ account }: { account: Account }) {
  const t = useText()
  const may = useAllows(assignCsms)
  const { data } = useQueryOf(listCsms, {}, { enabled: may })
  const refreshes = [readAccount]
  const assign = useMutationOf(assignCsm, { refreshes })
  const unassign = useMutationOf(unassignCsm, { refreshes })
  const { csm, id, version } = account
  const set = (csmId: string) =>
    csmId === NOBODY ? unassign.mutateAsync({ params: { id }, version }) : assign.mutateAsync({ params: { id, csmId } })
  const people = data?._embedded.users ?? (csm ? [csm] : [])
  async function choose(chosen: string) {
    const before = csm?.id ?? NOBODY
    await set(chosen)
    const name = people.find((person) => person.id === chosen)?.fullName
    toast({
      title: name ? t('csm.changed', { name }) : t('csm.cleared'),
      action: { label: t('csm.undo'), run: () => void set(before) },
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
            { value: NOBODY, label: t('csm.none') },
            ...people.map((person) => ({ value: person.id, label: person.fullName })),
          ]}
          value={csm?.id ?? NOBODY}
          onChange={(chosen) => void choose(chosen ?? NOBODY)}
        />
      ) : (
        <p>{csm?.fullName ?? t('csm.none')}</p>
      )}
    </Card>
  )
}
