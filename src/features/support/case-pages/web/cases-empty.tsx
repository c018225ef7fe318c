import type { ReactNode } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { casePriorities, caseStatuses, createCases } from '#features/support/case-access/contract.ts'
import { countCases, searchCases } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import {
  IconChecks,
  IconEye,
  IconHeadset,
  IconPlus,
  IconShieldCheck,
  IconUser,
} from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Shortcut } from '#kit/web/look/keys.tsx'
import { FilteredEmpty } from '#kit/web/states/filtered-empty.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { formatTimestamp } from '#kit/web/time/time.ts'
import { IfAllowed } from '#kit/web/who/allowed.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { useText } from '../texts.ts'
import { type CaseScope, newCaseIn, scopeFilters } from './case-scope.ts'
import { type CaseQuery, thirtyDaysBefore, viewFilters } from './case-views.ts'
import type { CaseList } from './use-case-list.ts'

const size = 22

/** Why a list of cases is empty, and what to do next; each view has its own reason. */
export function CasesEmpty({ scope, cases }: { scope: CaseScope; cases: CaseList }) {
  const t = useText()
  const actor = usePrincipal()
  const { view } = cases
  if (Object.keys(cases.state.filters).length > 0) {
    const unfilteredQuery = {
      ...viewFilters(view, { username: actor.username, vendor: isVendor(actor) }, Date.now()),
      ...scopeFilters(scope),
    }
    return <NoMatchingCases cases={cases} unfiltered={unfilteredQuery} />
  }
  const showOpen = (
    <Button variant="default" onClick={() => cases.setView('open')}>
      {t('empty.showOpen')}
    </Button>
  )
  if (view === 'open') return <NothingOpen scope={scope} cases={cases} />
  const words = {
    mine: [
      <IconUser key="" size={size} aria-hidden />,
      t('empty.mine'),
      t(isVendor(actor) ? 'empty.mineVendor' : 'empty.mineCustomer'),
    ],
    outages: [<IconShieldCheck key="" size={size} aria-hidden />, t('empty.outages'), t('empty.outagesText')],
    watched: [<IconEye key="" size={size} aria-hidden />, t('empty.watched'), t('empty.watchedText')],
    resolved: [<IconChecks key="" size={size} aria-hidden />, t('empty.resolved'), t('empty.resolvedText')],
  } as const satisfies Record<string, readonly [ReactNode, string, string]>
  const [icon, title, text] = words[view]
  return (
    <EmptyState colour={view === 'outages' ? 'green' : 'blue'} icon={icon} title={title} actions={showOpen}>
      {text}
    </EmptyState>
  )
}

/** Everything is done, or no case was ever filed. */
function NothingOpen({ scope, cases }: { scope: CaseScope; cases: CaseList }) {
  const t = useText()
  const endedQuery = { open: false, ...scopeFilters(scope) }
  const resolvedCount = useQueryOf(countCases, { query: { ...endedQuery, resolvedFrom: thirtyDaysBefore(Date.now()) } })
  const last = useQueryOf(searchCases, { query: { ...endedQuery, size: 1, sort: ['updatedAt,DESC'] } })
  if (!resolvedCount.data || !last.data) return null
  const [newest] = last.data._embedded.issues
  if (newest) {
    return (
      <EmptyState
        colour="green"
        icon={<IconChecks size={size} aria-hidden />}
        title={t('empty.doneTitle')}
        actions={
          <Button variant="default" onClick={() => cases.setView('resolved')}>
            {t('empty.showResolved')}
          </Button>
        }
      >
        {t('empty.doneText', { count: resolvedCount.data.count })}{' '}
        {t('empty.doneLast', { key: newest.key, at: formatTimestamp(newest.updated) })}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      colour="blue"
      icon={<IconHeadset size={size} aria-hidden />}
      title={t('empty.firstTitle')}
      actions={
        <IfAllowed permission={createCases} account={scope.account?.name}>
          <Button
            to={newCaseIn(scope)}
            leftSection={<IconPlus size={15} aria-hidden />}
            rightSection={<Shortcut combo="c" />}
          >
            {t('list.new')}
          </Button>
        </IfAllowed>
      }
    >
      {t('empty.firstText')}
    </EmptyState>
  )
}

/** The filters hide every case: how many, which filters, and how to remove them. */
function NoMatchingCases(props: { cases: CaseList; unfiltered: CaseQuery }) {
  const t = useText()
  const { state } = props.cases
  const hidden = useQueryOf(countCases, { query: props.unfiltered }).data?.count ?? 0
  const names = Object.keys(state.filters)
  const words = names.map((name) => filterWords(t, name, state.filters[name] ?? []))
  const last = names.at(-1)
  return (
    <FilteredEmpty
      title={t('empty.filteredTitle')}
      clear={{ label: t('empty.clear'), run: state.clear }}
      clearOne={
        last && names.length > 1
          ? { label: t('empty.clearOne', { name: filterName(t, last) }), run: () => state.setFilter(last, []) }
          : undefined
      }
    >
      <Emphasised words={words}>{t('empty.filteredText', { count: hidden, filters: joined(t, words) })}</Emphasised>
    </FilteredEmpty>
  )
}

/** A sentence with the names of the filters emphasised. */
function Emphasised({ words, children }: { words: readonly string[]; children: string }) {
  let rest = children
  const parts = words.flatMap((word) => {
    const at = rest.indexOf(word)
    if (at < 0) return []
    const before = rest.slice(0, at)
    rest = rest.slice(at + word.length)
    return [before, <strong key={word}>{word}</strong>]
  })
  return [...parts, rest]
}

type Say = ReturnType<typeof useText>

function filterWords(t: Say, name: string, values: readonly string[]): string {
  if (name === 'q') return t('empty.words', { words: values.join(',') })
  if (name === 'outdated') return t('outdated.badge')
  return `${filterName(t, name)}: ${values.map((value) => valueWords(t, value)).join(', ')}`
}

function filterName(t: Say, name: string): string {
  if (name === 'q') return t('list.search')
  if (name === 'labels') return t('column.labels')
  const known = ['priority', 'status', 'assignee', 'product', 'outdated'] as const
  const found = known.find((one) => one === name)
  return found ? t(`filter.${found}`) : name
}

function valueWords(t: Say, value: string): string {
  const status = caseStatuses.find((option) => option === value)
  if (status) return t(`status.${status}`)
  const priority = casePriorities.find((option) => option === value)
  return priority ? t(`priority.${priority}`) : value
}

function joined(t: Say, words: readonly string[]): string {
  if (words.length < 2) return words.join('')
  return t('empty.and', { first: words.slice(0, -1).join(', '), last: words.at(-1) ?? '' })
}
