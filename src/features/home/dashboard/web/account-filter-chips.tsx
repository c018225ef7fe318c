import { DeploymentType, listMyAccounts, Region, Stage } from '#features/accounts/accounts/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { FilterChip } from '#kit/web/table/filter-chip.tsx'
import type { ListState } from '#kit/web/table/list-state.ts'
import { useText } from '../texts.ts'
import classes from './account-filter-chips.module.css'
import { type AccountFilters, accountFilterNames, afterChange, type FilterChange, isAll } from './account-filters.ts'

/** The account filters: *All* and the stages as chips, region, type and customer-success manager in menus. */
export function AccountFilterChips({ state }: { state: ListState }) {
  const t = useText()
  const everyone = useQueryOf(listMyAccounts, { query: {} }).data?._embedded.accounts ?? []
  const csms = new Map(everyone.flatMap(({ csm }) => (csm ? [[csm.username, csm.fullName]] : [])))
  const change = (what: FilterChange) => apply(state, afterChange(state.filters, what))
  return (
    <>
      <fieldset className={classes.chips} aria-label={t('home.filters')}>
        <button type="button" aria-pressed={isAll(state.filters)} onClick={() => change({ all: true })}>
          {t('home.all')}
        </button>
        {Stage.options.map((stage) => {
          const on = state.filters.stage?.includes(stage) ?? false
          return (
            <button key={stage} type="button" aria-pressed={on} onClick={() => change({ name: 'stage', value: stage })}>
              {t(`stage.${stage}`)}
              {on && <IconX size={13} aria-hidden />}
            </button>
          )
        })}
      </fieldset>
      <FilterChip
        state={state}
        name="region"
        label={t('home.region')}
        options={Region.options.map((value) => ({ value, label: t(`region.${value}`) }))}
      />
      <FilterChip
        state={state}
        name="deploymentTypes"
        label={t('home.type')}
        options={DeploymentType.options.map((value) => ({ value, label: t(`stagesOf.${value}`) }))}
      />
      <FilterChip
        state={state}
        name="csm"
        label={t('home.csm')}
        options={[...csms].map(([value, label]) => ({ value, label })).sort((a, b) => a.label.localeCompare(b.label))}
      />
    </>
  )
}

/** Also names the removed filters, so that they leave the address. */
function apply(state: ListState, filters: AccountFilters): void {
  state.setFilters(Object.fromEntries(accountFilterNames.map((name) => [name, filters[name] ?? []])))
}
