import { customerRoles, roleNames } from '#features/access/roles/contract.ts'
import { listProvidersOfUsers, type User } from '#features/users/user-management/contract.ts'
import { userStates } from '#features/users/users/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { useStateLabel } from '#kit/web/look/badge.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { ColumnMenu } from '#kit/web/table/column-menu.tsx'
import type { Column } from '#kit/web/table/columns.ts'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import type { ListState } from '#kit/web/table/list-state.ts'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import type { useColumns } from '#kit/web/table/use-columns.ts'
import type { List } from '#kit/web/table/use-list.ts'
import { ViewsMenu } from '#kit/web/table/views-menu.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { useText } from '../texts.ts'

const DELETION = ['candidateForDeletion', 'approvedForDeletion']
const sides = ['everyone', 'CUSTOMER', 'VENDOR', 'deletion'] as const

/** The filters of the list of users. */
export function UserFilters(props: {
  state: ListState
  list: List<User>
  columns: ReturnType<typeof useColumns<User>>
  all: readonly Column<User>[]
  whole: boolean
  staff: boolean
}) {
  const t = useText()
  const phone = useIsMobile()
  const label = useStateLabel()
  const { state, columns, staff } = props
  const roles = Object.keys(staff ? roleNames : customerRoles) as (keyof typeof roleNames)[]
  const chip = (name: string, words: string, options: readonly { value: string; label: string }[]) => (
    <FilterChip state={state} name={name} label={words} options={options} />
  )
  const yesOrNo = (name: string, words: string, [yes, no]: readonly [string, string]) => (
    <FilterChip
      one
      state={state}
      name={name}
      label={words}
      options={[
        { value: 'true', label: yes },
        { value: 'false', label: no },
      ]}
    />
  )
  return (
    <FilterBar
      right={
        <>
          <Total list={props.list} words={(count) => t('list.total', { count })} />
          {!phone && (
            <>
              <ViewsMenu list="users" />
              <ColumnMenu columns={props.all} isShown={columns.isShown} toggle={columns.toggle} />
            </>
          )}
        </>
      }
    >
      {staff && (
        <SegmentedControl
          aria-label={t('list.side')}
          value={sideOf(state)}
          onChange={(side) => setSide(state, side)}
          options={sides.map((value) => ({ value, label: t(`list.${value}`) }))}
        />
      )}
      <SearchField state={state} label={t('list.search')} />
      {chip(
        'state',
        t('list.state'),
        userStates.map((value) => ({ value, label: label('user', value) })),
      )}
      {chip(
        'role',
        t('list.role'),
        roles.map((value) => ({ value, label: roleNames[value] })),
      )}
      {props.whole && !phone && (
        <>
          <ProviderFilter state={state} />
          {yesOrNo('mfa', t('list.mfa'), [t('list.mfaOn'), t('list.mfaOff')])}
          {yesOrNo('inUse', t('list.use'), [t('list.used'), t('list.unused')])}
        </>
      )}
    </FilterBar>
  )
}

function sideOf({ filters }: ListState): string {
  if (filters.state?.length === 2 && DELETION.every((state) => filters.state?.includes(state))) return 'deletion'
  return filters.side?.[0] ?? 'everyone'
}

function setSide(state: ListState, side: string): void {
  const isMarked = side === 'deletion'
  const wasMarked = sideOf(state) === 'deletion'
  state.setFilters({
    side: isMarked || side === 'everyone' ? [] : [side],
    ...(isMarked ? { state: DELETION } : wasMarked ? { state: [] } : {}),
  })
}

/** Filters users by identity provider; hidden where all use the portal. */
function ProviderFilter({ state }: { state: ListState }) {
  const t = useText()
  const { data } = useQueryOf(listProvidersOfUsers, {})
  const providers = data?._embedded.providers ?? []
  if (providers.length < 2) return null
  const options = providers.map(({ id, name, users }) => ({ value: id, label: `${name ?? t('portal')} · ${users}` }))
  return <FilterChip state={state} name="provider" label={t('list.provider')} options={options} />
}
