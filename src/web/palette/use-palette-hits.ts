import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { type SearchHit, searchEverything } from '#features/home/search/contract.ts'
import type { Principal } from '#kit/contract/permission.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import { IconFileText } from '#kit/web/icons/icons.generated.ts'
import type { PaletteAction } from '#kit/web/pages.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'
import { usePaletteText } from '../texts.ts'
import type { PaletteHit } from './palette-hit.ts'
import { lineOf } from './search-hit-line.ts'
import { userActions } from './user-hit-actions.ts'

type Group = { readonly label: string; readonly rows: readonly PaletteHit[] }

/** The palette's rows for the typed text; `>` first means actions only. */
export function usePaletteHits(written: string, within: AccountChoice | null) {
  const t = usePaletteText()
  const account = useAccount()
  const actor = usePrincipal()
  const actionsOnly = written.startsWith('>')
  const words = (actionsOnly ? written.slice(1) : written).trim()
  const [requested] = useDebouncedValue(words, 80)
  const enabled = requested.length > 0 && !actionsOnly
  const { data, isFetching } = useQueryOf(
    searchEverything,
    { query: { q: requested, ...(within ? { account: within.name } : {}) } },
    { enabled, keep: true },
  )
  const groups = useMemo(() => {
    const fits = (title: string) =>
      words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => title.toLowerCase().includes(word))
    const open = (guard: PaletteAction['guard']) => evaluateGuard(guard, actor, account?.name).allowed
    const pages = features
      .flatMap(({ rail }) => rail ?? [])
      .filter((item) => item.to(account) !== null && open(item.guard) && fits(item.label()))
      .map(
        (item): PaletteHit => ({
          id: `page:${item.id}`,
          title: item.label(),
          icon: item.icon ?? IconFileText,
          run: ({ go }) => go(item.to(account) ?? '/'),
        }),
      )
    const actions = features
      .flatMap(({ actions }) => actions ?? [])
      .filter((action) => open(action.guard) && fits(`${action.label()} ${action.words?.() ?? ''}`))
      .map(
        (action): PaletteHit => ({
          id: `action:${action.id}`,
          title: action.label(),
          icon: action.icon,
          keys: action.keys,
          run: action.run,
        }),
      )
    const found = enabled && data ? serverGroups(data._embedded.results, actor, (kind) => t(`kinds.${kind}`)) : []
    const users = enabled && data ? data._embedded.results.filter((hit) => hit.kind === 'user').slice(0, 2) : []
    const ofUsers = users.flatMap((hit) => userActions(hit, actor, account, t))
    const all: Group[] = actionsOnly
      ? []
      : [...found, { label: t('pages'), rows: pages.slice(0, words === '' ? 8 : 5) }]
    return [...all, { label: t('actions'), rows: [...ofUsers, ...actions].slice(0, 8) }].filter(
      ({ rows }) => rows.length > 0,
    )
  }, [words, enabled, data, actionsOnly, account, actor, t])
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return {
    groups,
    words,
    count,
    milliseconds: enabled && data ? Math.max(1, Math.round(data.took)) : null,
    pending: isFetching || requested !== words,
  }
}

/** Groups the hits by kind, in the order of each kind's best hit: an exact key or name comes first. */
function serverGroups(
  hits: readonly SearchHit[],
  actor: Principal,
  label: (kind: SearchHit['kind']) => string,
): Group[] {
  const best = hits.toSorted((a, b) => Number(b.exact) - Number(a.exact))
  return [...new Set(best.map(({ kind }) => kind))].map((kind) => ({
    label: label(kind),
    rows: best.filter((hit) => hit.kind === kind).map((hit) => lineOf(hit, actor)),
  }))
}
