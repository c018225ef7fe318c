import { useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { casePriorities, openStatuses } from '#features/support/case-access/contract.ts'
import { listAddressees, listFieldOptions } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { ColumnMenu } from '#kit/web/table/column-menu.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import { NewItemsPill } from '#kit/web/table/fresh-pill.tsx'
import { MoreFilters } from '#kit/web/table/more-filters.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { ViewsMenu } from '#kit/web/table/views-menu.tsx'
import { useIsMobile } from '#kit/web/use-phone.ts'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import type { CaseColumns } from './case-columns.tsx'
import type { CaseScope } from './case-scope.ts'
import { caseViews } from './case-views.ts'
import type { CaseList } from './use-case-list.ts'

// One for all: `localeCompare` creates a collator for each pair.
const byName = new Intl.Collator()
const rareFilters = ['status', 'product', 'outdated'] as const
type RareFilter = (typeof rareFilters)[number]

/** The bar above a list of cases: views, words, filters; new changes, total, saved views and columns. */
export function CaseFilters({ scope, cases, columns }: { scope: CaseScope; cases: CaseList; columns: CaseColumns }) {
  const t = useText()
  const phone = useIsMobile()
  const { list, view } = cases
  const views = phone ? caseViews.filter((name) => name !== 'resolved' || view === 'resolved') : caseViews
  return (
    <FilterBar
      right={
        <>
          <NewItemsPill count={cases.fresh} onShow={cases.showFresh} />
          <Total
            list={list}
            words={(count) => t('list.total', { count: Number(count.replace(/\D/g, '')) }).replace(/\d+/, count)}
          />
          {!phone && (
            <>
              <ViewsMenu list={scope.account ? `cases:${scope.internal}` : 'queue'} />
              <ColumnMenu columns={columns.all} isShown={columns.isShown} toggle={columns.toggle} />
            </>
          )}
        </>
      }
    >
      <SegmentedControl
        aria-label={t('view.name')}
        value={view}
        onChange={cases.setView}
        options={views.map((name) => ({ value: name, label: t(`view.${name}`) }))}
      />
      {!phone && <FilterControls scope={scope} cases={cases} />}
    </FilterBar>
  )
}

/** The words and the filters of a list of cases. On narrow screens the rarer ones are behind one button. */
export function FilterControls({ scope, cases }: { scope: CaseScope; cases: CaseList }) {
  const t = useText()
  const phone = useIsMobile()
  const { state, view } = cases
  const [selectedFilter, setSelectedFilter] = useState<RareFilter>()
  const rare = rareFilters.filter((name) => name !== 'status' || view !== 'resolved')
  const stands = (name: RareFilter) => phone || selectedFilter === name || (state.filters[name]?.length ?? 0) > 0
  const hiddenFilters = rare.filter((name) => !stands(name))
  return (
    <>
      <SearchField state={state} label={t('list.search')} />
      <FilterChip
        state={state}
        name="priority"
        label={t('filter.priority')}
        options={[...casePriorities].reverse().map((value) => ({ value, label: t(`priority.${value}`) }))}
      />
      {view !== 'mine' && <AssigneeFilter scope={scope} cases={cases} />}
      <ReporterFilter cases={cases} />
      {rare.includes('status') && stands('status') && (
        <FilterChip
          state={state}
          name="status"
          label={t('filter.status')}
          options={openStatuses.map((value) => ({ value, label: t(`status.${value}`) }))}
          opened={selectedFilter === 'status'}
        />
      )}
      {stands('outdated') && (
        <FilterChip
          state={state}
          name="outdated"
          label={t('filter.outdated')}
          options={[{ value: 'true', label: t('outdated.yes') }]}
          opened={selectedFilter === 'outdated'}
        />
      )}
      {stands('product') && <ProductFilter scope={scope} cases={cases} opened={selectedFilter === 'product'} />}
      {hiddenFilters.length > 0 && (
        <MoreFilters
          options={hiddenFilters.map((name) => ({ name, label: t(`filter.${name}`) }))}
          onPick={(name) => setSelectedFilter(rareFilters.find((one) => one === name))}
        />
      )}
    </>
  )
}

function AssigneeFilter({ scope, cases }: { scope: CaseScope; cases: CaseList }) {
  const t = useText()
  const actor = usePrincipal()
  const vendor = isVendor(actor)
  const account = scope.account?.name ?? ''
  const users = useQueryOf(listAddressees, { query: { account } }, { enabled: account !== '' && vendor })
  const staff = users.data?._embedded.addressees.filter((user) => user.vendor) ?? []
  const nameByUsername = new Map(staff.map(({ username, fullName }) => [username, fullName]))
  for (let index = 0; index < Math.min(cases.list.total ?? 0, 200); index++) {
    const assignee = cases.list.rowAt(index)?.assignee
    if (assignee) nameByUsername.set(assignee.username, assignee.fullName)
  }
  if (vendor) nameByUsername.delete(actor.username)
  const others = [...nameByUsername]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => byName.compare(a.label, b.label))
  const unassignedOption = { value: 'none', label: t('filter.unassigned') }
  const options = [...(vendor ? [{ value: actor.username, label: t('filter.me') }] : []), unassignedOption, ...others]
  return <FilterChip state={cases.state} name="assignee" label={t('filter.assignee')} options={options} />
}

/** Shown while the list is filtered by the reporter of the cases, as the palette does for users. */
function ReporterFilter({ cases }: { cases: CaseList }) {
  const t = useText()
  const chosenReporters = cases.state.filters.reporter ?? []
  if (chosenReporters.length === 0) return null
  const first = cases.list.rowAt(0)?.reporter
  const options = chosenReporters.map((value) => ({ value, label: first?.username === value ? first.fullName : value }))
  return <FilterChip state={cases.state} name="reporter" label={t('column.reporter')} options={options} />
}

function ProductFilter({ scope, cases, opened }: { scope: CaseScope; cases: CaseList; opened: boolean }) {
  const t = useText()
  const query = { field: 'product' as const, ...(scope.account ? { account: scope.account.name } : {}) }
  const options = useQueryOf(listFieldOptions, { query }).data?._embedded.options ?? []
  if (options.length === 0) return null
  return <FilterChip state={cases.state} name="product" label={t('filter.product')} options={options} opened={opened} />
}
