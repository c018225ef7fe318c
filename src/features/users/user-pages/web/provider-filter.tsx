import { listProvidersOfUsers } from '#features/users/user-management/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import type { ListState } from '#kit/web/table/list-state.ts'
import { useText } from '../texts.ts'

/** Filters users by identity provider; hidden where all use the portal. */
export function ProviderFilter({ state }: { state: ListState }) {
  const t = useText()
  const { data } = useQueryOf(listProvidersOfUsers, {})
  const providers = data?._embedded.providers ?? []
  if (providers.length < 2) return null
  const options = providers.map(({ id, name, users }) => ({ value: id, label: `${name ?? t('portal')} · ${users}` }))
  return <FilterChip state={state} name="provider" label={t('list.provider')} options={options} />
}
