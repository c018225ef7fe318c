import {
  type Account,
  editPlans,
  listAccounts,
  listSeats,
  maxUsersOf,
  readAccount,
  setPlanFacets,
  toFacets,
} from '#features/accounts/accounts/contract.ts'
import { userChanged } from '#features/users/user-management/contract.ts'
import { refresh, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { useTopic } from '#kit/web/live/use-topic.ts'
import { Card } from '#kit/web/look/card.tsx'
import { toast } from '#kit/web/notices/toast.ts'
import { useAllows } from '#kit/web/who/allowed.tsx'
import { useSeatsText } from '../../texts.ts'
import { OverLimit } from './over-limit.tsx'
import { PlanForm } from './plan-form.tsx'

/** The user limit of the account's plan, beside the current number of users; a change can be undone. */
export function PlanCard({ account }: { account: Account }) {
  const t = useSeatsText()
  const may = useAllows(editPlans, account.name)
  const { data } = useQueryOf(listSeats, { query: { account: account.name } })
  useTopic(userChanged, {}, () => void refresh(listSeats))
  const used = data?._embedded.accounts[0]?.used
  const limit = maxUsersOf(account.planFacets ?? [])
  const set = useMutationOf(setPlanFacets, { refreshes: [readAccount, listAccounts] })
  const put = (wanted: number | null, version: number) =>
    set.mutateAsync({ params: { id: account.id }, body: toFacets(wanted), version })
  async function save(wanted: number | null) {
    const before = limit
    const { version } = await put(wanted, account.version)
    toast({
      title: t(wanted === null ? 'seats.cleared' : 'seats.saved'),
      action: { label: t('seats.undo'), run: () => void put(before, version).catch(alreadyShown) },
    })
  }
  const words =
    limit === null
      ? t('seats.nothing')
      : Number.isFinite(limit)
        ? t('seats.upTo', { count: limit })
        : t('seats.noLimit')
  return (
    <Card title={t('seats.title')} note={used !== undefined && t('seats.taken', { count: used })}>
      {may ? (
        <PlanForm
          key={`${limit}`}
          limit={limit}
          used={used}
          busy={set.isPending}
          onSave={(wanted) => void save(wanted).catch(alreadyShown)}
        />
      ) : (
        <div className="form-stack">
          <p>{words}</p>
          <OverLimit limit={limit} used={used} />
        </div>
      )}
    </Card>
  )
}

/** The error already had its toast. */
function alreadyShown(): void {}
