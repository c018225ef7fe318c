import { type ReactNode, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import { Select } from '#kit/web/form/select.tsx'
import { IconX } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { SegmentedControl } from '#kit/web/look/segments.tsx'
import { FilterBar } from '#kit/web/table/filter-bar.tsx'
import { SearchField } from '#kit/web/table/search-field.tsx'
import { Total } from '#kit/web/table/total.tsx'
import { useAccounts } from '#kit/web/who/account.tsx'
import { listAuditActors, listAuditEvents } from '../contract.ts'
import { useEventText, useText } from '../texts.ts'
import { actionLabel, DENIED, eventChoices } from './audit-filter-names.ts'
import classes from './audit-filters.module.css'
import { PeriodFilter } from './period-filter.tsx'
import type { AuditList } from './use-audit-list.ts'

const listProps = {
  searchable: true,
  clearable: true,
  withScrollArea: false,
  comboboxProps: { withinPortal: false, width: 300, position: 'bottom-start' },
} as const

/** The filters of the audit log, all of them in the address. */
export function AuditFilters({ audit, csv }: { audit: AuditList; csv: ReactNode }) {
  const t = useText()
  const { account, state, list } = audit
  const [requestId] = state.filters.requestId ?? []
  const isDenied = state.filters.action?.join() === DENIED
  const kind = state.filters.impersonated ? 'impersonated' : isDenied ? 'denied' : 'all'
  return (
    <FilterBar
      right={
        <>
          <Total list={list} words={(entries) => t('page.count', { entries, count: list.total ?? 0 })} />
          {csv}
        </>
      }
    >
      <SearchField state={state} label={t('filter.search')} />
      <ActorFilter audit={audit} />
      <EventFilter audit={audit} />
      {!account && <AccountFilter audit={audit} />}
      <PeriodFilter state={state} />
      {requestId && (
        <Button
          variant="light"
          rightSection={<IconX size={14} aria-hidden />}
          aria-label={t('filter.removeRequest')}
          onClick={() => state.setFilter('requestId', [])}
        >
          {`${t('filter.request')} ${requestId.slice(0, 8)}`}
        </Button>
      )}
      <SegmentedControl
        aria-label={t('filter.kind')}
        value={kind}
        onChange={(value) =>
          state.setFilters({
            impersonated: value === 'impersonated' ? ['true'] : [],
            ...(value === 'denied' ? { action: [DENIED] } : isDenied ? { action: [] } : {}),
          })
        }
        options={(['all', 'denied', 'impersonated'] as const).map((value) => ({ value, label: t(`filter.${value}`) }))}
      />
    </FilterBar>
  )
}

/** Who did it: any user, searched while one types. */
function ActorFilter({ audit: { state } }: { audit: AuditList }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [id] = state.filters.userId ?? []
  const chosen = useQueryOf(listAuditActors, { query: id ? { id } : {} }, { enabled: id !== undefined }).data?._embedded
    .actors[0]
  const q = words === chosen?.fullName ? '' : words.trim()
  const users = useQueryOf(listAuditActors, { query: q ? { q } : {} }, { keep: true })
  const others = (users.data?._embedded.actors ?? []).filter((user) => user.id !== id)
  return (
    <Select
      {...listProps}
      className={classes.choice}
      data-set={id !== undefined || undefined}
      aria-label={t('filter.who')}
      placeholder={t('filter.who')}
      nothingFoundMessage={t('filter.whoNone')}
      data={[
        ...(id ? [{ value: id, label: chosen?.fullName ?? `#${id}` }] : []),
        ...others.map((user) => ({ value: user.id, label: user.fullName })),
      ]}
      filter={({ options }) => options}
      value={id ?? null}
      searchValue={words}
      onSearchChange={setWords}
      onChange={(value) => state.setFilter('userId', value ? [value] : [])}
    />
  )
}

/** What happened: an event, or everything about a kind of thing. */
function EventFilter({ audit: { state } }: { audit: AuditList }) {
  const t = useText()
  const say = useEventText()
  const names = useQueryOf(listAuditEvents, {}).data?._embedded.events ?? []
  const actions = state.filters.action ?? []
  const action = actions.length > 0 ? actions.join() : null
  const choices = eventChoices(t, say, names)
  const isListed = choices.some(({ items }) => items.some(({ value }) => value === action))
  // Of a link: several events, or one before the names are read.
  const label = actions.map((name) => actionLabel(t, say, name)).join(', ')
  return (
    <Select
      {...listProps}
      className={classes.choice}
      data-set={action !== null || undefined}
      aria-label={t('filter.what')}
      placeholder={t('filter.what')}
      nothingFoundMessage={t('filter.whatNone')}
      limit={100}
      data={action === null || isListed ? choices : [{ group: '', items: [{ value: action, label }] }, ...choices]}
      value={action}
      onChange={(value) => state.setFilter('action', value ? [value] : [])}
    />
  )
}

function AccountFilter({ audit: { state } }: { audit: AuditList }) {
  const t = useText()
  const accounts = useAccounts()
  const [name] = state.filters.account ?? []
  return (
    <Select
      {...listProps}
      className={classes.choice}
      data-set={name !== undefined || undefined}
      aria-label={t('filter.account')}
      placeholder={t('filter.account')}
      nothingFoundMessage={t('filter.accountNone')}
      limit={100}
      data={accounts.map((account) => ({ value: account.name, label: account.displayName }))}
      value={name ?? null}
      onChange={(value) => state.setFilter('account', value ? [value] : [])}
    />
  )
}
