import { useQueryOf } from '#kit/web/data/query.ts'
import { IconHistory } from '#kit/web/icons/icons.generated.ts'
import { FilteredEmpty } from '#kit/web/states/filtered-empty.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { listAuditActors } from '../contract.ts'
import { useEventText, useText } from '../texts.ts'
import { actionLabel, periodWords } from './audit-filter-names.ts'
import type { AuditList } from './use-audit-list.ts'

/** Why the list is empty: which filters hide everything, and how to remove them. */
export function AuditEmpty({ audit: { state } }: { audit: AuditList }) {
  const t = useText()
  const filters = useFilterWords(state.filters)
  const last = filters.at(-1)
  if (!last) {
    return (
      <EmptyState colour="grey" icon={<IconHistory size={22} aria-hidden />} title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    )
  }
  const without = Object.fromEntries(last.names.map((name) => [name, []]))
  return (
    <FilteredEmpty
      title={t('empty.filtered')}
      clear={{ label: t('empty.clear'), run: state.clear }}
      clearOne={
        filters.length > 1
          ? { label: t('empty.clearOne', { name: last.label }), run: () => state.setFilters(without) }
          : undefined
      }
    >
      {t('empty.filteredText', { filters: filters.map(({ words }) => words).join(', ') })}
    </FilteredEmpty>
  )
}

/** Each filter that is set: its label, its words, and its names in the address. */
function useFilterWords(filters: Readonly<Record<string, readonly string[]>>) {
  const t = useText()
  const say = useEventText()
  const accounts = useAccounts()
  const [id] = filters.userId ?? []
  const actor = useQueryOf(listAuditActors, { query: id ? { id } : {} }, { enabled: id !== undefined }).data?._embedded
    .actors[0]
  const one = (name: string, label: string, value: string) => ({
    names: [name],
    label,
    words: t('empty.one', { name: label, value }),
  })
  const value = (name: string) => filters[name]?.join(', ')
  const [q, action, account, requestId] = [value('q'), filters.action, value('account'), value('requestId')]
  const period = periodWords(t, filters.atFrom?.[0], filters.atTo?.[0])
  return [
    ...(q ? [{ names: ['q'], label: t('filter.search'), words: t('empty.search', { value: q }) }] : []),
    ...(id ? [one('userId', t('filter.who'), actor?.fullName ?? `#${id}`)] : []),
    ...(action ? [one('action', t('filter.what'), action.map((name) => actionLabel(t, say, name)).join(', '))] : []),
    ...(account
      ? [one('account', t('filter.account'), accounts.find(({ name }) => name === account)?.displayName ?? account)]
      : []),
    ...(requestId ? [one('requestId', t('filter.request'), requestId)] : []),
    ...(filters.impersonated ? [one('impersonated', t('filter.kind'), t('filter.impersonated'))] : []),
    ...(period
      ? [
          {
            names: ['atFrom', 'atTo'],
            label: t('filter.period'),
            words: t('empty.one', { name: t('filter.period'), value: period }),
          },
        ]
      : []),
  ]
}
