import { type Icon, IconBuilding, IconFileText, IconHeadset, IconUser } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type SearchHit, searchEverything } from '#features/search/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import type { StateOf } from '#kit/web/look/colours.ts'
import type { PaletteAction } from '#kit/web/pages.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, accountPath, useAccount } from '#kit/web/who/account.tsx'
import { useActor } from '#kit/web/who/me.tsx'
import { judge } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'

/** A line of the palette, wherever it came from. */
export type PaletteHit = {
  readonly id: string
  readonly title: string
  readonly icon?: Icon | undefined
  readonly monogram?: string | undefined
  readonly code?: string | undefined
  readonly note?: string | undefined
  readonly status?: StateOf<'case'> | undefined
  readonly keys?: string | undefined
  readonly run: PaletteAction['run']
}

type Group = { readonly label: string; readonly rows: readonly PaletteHit[] }
const icons: Readonly<Record<SearchHit['kind'], Icon>> = { case: IconHeadset, account: IconBuilding, person: IconUser }

/** What the palette shows for what is typed; `>` first means actions only. */
export function usePaletteHits(written: string, within: AccountChoice | null) {
  const t = useText()
  const account = useAccount()
  const actor = useActor()
  const actionsOnly = written.startsWith('>')
  const words = (actionsOnly ? written.slice(1) : written).trim()
  const asked = useSettled(words, 80)
  const enabled = asked.length > 0 && !actionsOnly
  const { data, isFetching } = useQueryOf(
    searchEverything,
    { query: { q: asked, ...(within ? { account: within.name } : {}) } },
    { enabled, keep: true },
  )
  const milliseconds = useAnswerTime(isFetching)
  const groups = useMemo(() => {
    const fits = (title: string) =>
      words
        .toLowerCase()
        .split(/\s+/)
        .every((word) => title.toLowerCase().includes(word))
    const open = (guard: PaletteAction['guard']) => judge(guard, actor, account?.name).allowed
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
      .filter((action) => open(action.guard) && fits(action.label()))
      .map(
        (action): PaletteHit => ({
          id: `action:${action.id}`,
          title: action.label(),
          icon: action.icon,
          keys: action.keys,
          run: action.run,
        }),
      )
    const found = enabled && data ? serverGroups(data._embedded.results, (kind) => t(`palette.kinds.${kind}`)) : []
    const all: Group[] = actionsOnly
      ? []
      : [...found, { label: t('palette.pages'), rows: pages.slice(0, words === '' ? 8 : 5) }]
    return [...all, { label: t('palette.actions'), rows: actions.slice(0, 8) }].filter(({ rows }) => rows.length > 0)
  }, [words, enabled, data, actionsOnly, account, actor, t])
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return { groups, words, count, milliseconds: enabled ? milliseconds : null, pending: isFetching || asked !== words }
}

function serverGroups(hits: readonly SearchHit[], label: (kind: SearchHit['kind']) => string): Group[] {
  return [...new Set(hits.map(({ kind }) => kind))].map((kind) => ({
    label: label(kind),
    rows: hits.filter((hit) => hit.kind === kind).map(lineOf),
  }))
}

/** A hit of the server as a line, and where it leads. */
function lineOf(hit: SearchHit): PaletteHit {
  const line = { id: `${hit.kind}:${hit.id}`, title: hit.title, note: hit.hint ?? undefined, icon: icons[hit.kind] }
  if (hit.kind === 'person') return { ...line, run: ({ go }) => go(`/admin/users/${hit.id}`) }
  const account = accountPath({ name: hit.account, id: hit.accountId })
  if (hit.kind === 'account') return { ...line, monogram: hit.title, run: ({ go }) => go(`${account}/dashboard`) }
  const path = `${account}${hit.internal ? '/internal' : ''}/support/customerCases?id=${encodeURIComponent(hit.key)}`
  return { ...line, code: hit.key, status: hit.type === 'OUTAGE' ? 'OUTAGE' : hit.status, run: ({ go }) => go(path) }
}

function useSettled(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}

/** How long the last answer took, in milliseconds. */
function useAnswerTime(fetching: boolean): number | null {
  const began = useRef(0)
  const [took, setTook] = useState<number | null>(null)
  useEffect(() => {
    if (fetching) began.current = performance.now()
    else if (began.current > 0) setTook(Math.max(1, Math.round(performance.now() - began.current)))
  }, [fetching])
  return took
}
