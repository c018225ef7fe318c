import { casePriorities, caseStatuses } from '#features/support/case-access/contract.ts'
import { countCases } from '#features/support/cases/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFilterOff } from '#kit/web/icons/icons.generated.ts'
import { Button } from '#kit/web/look/button.tsx'
import { EmptyState } from '#kit/web/states/state.tsx'
import { useText } from '../texts.ts'
import type { CaseQuery } from './case-views.ts'
import type { CaseList } from './use-case-list.ts'

/** The filters hide every case: how many, which filters, and how to remove them. */
export function NoMatchingCases(props: { cases: CaseList; unfiltered: CaseQuery }) {
  const t = useText()
  const { state } = props.cases
  const hidden = useQueryOf(countCases, { query: props.unfiltered }).data?.count ?? 0
  const names = Object.keys(state.filters)
  const words = names.map((name) => filterWords(t, name, state.filters[name] ?? []))
  const last = names.at(-1)
  return (
    <EmptyState
      colour="grey"
      icon={<IconFilterOff size={22} aria-hidden />}
      title={t('empty.filteredTitle')}
      actions={
        <>
          <Button variant="light" onClick={state.clear}>
            {t('empty.clear')}
          </Button>
          {last && names.length > 1 && (
            <Button variant="default" onClick={() => state.setFilter(last, [])}>
              {t('empty.clearOne', { name: filterName(t, last) })}
            </Button>
          )}
        </>
      }
    >
      <Emphasised words={words}>{t('empty.filteredText', { count: hidden, filters: joined(t, words) })}</Emphasised>
    </EmptyState>
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
