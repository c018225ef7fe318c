import { useEffect, useMemo, useState } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { type SearchHit, searchEverything } from '#features/home/search/contract.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import { IconBuilding, IconFileText, IconHeadset, IconUser } from '#kit/web/icons/icons.generated.ts'
import type { StateOf } from '#kit/web/look/colours.ts'
import type { PaletteAction } from '#kit/web/pages.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, accountPath, useAccount } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
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
  /** Ctrl+Enter: the same in the split view of its list. */
  readonly runInSplit?: PaletteAction['run']
  /** The account that the hit lies in, to narrow to. */
  readonly account?: Pick<AccountChoice, 'id' | 'name'>
}

type Group = { readonly label: string; readonly rows: readonly PaletteHit[] }
const icons: Readonly<Record<SearchHit['kind'], Icon>> = { case: IconHeadset, account: IconBuilding, user: IconUser }

/** What the palette shows for what is typed; `>` first means actions only. */
export function usePaletteHits(written: string, within: AccountChoice | null) {
  const t = useText()
  const account = useAccount()
  const actor = usePrincipal()
  const actionsOnly = written.startsWith('>')
  const words = (actionsOnly ? written.slice(1) : written).trim()
  const asked = useDebounced(words, 80)
  const enabled = asked.length > 0 && !actionsOnly
  const { data, isFetching } = useQueryOf(
    searchEverything,
    { query: { q: asked, ...(within ? { account: within.name } : {}) } },
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
    const found =
      enabled && data ? serverGroups(data._embedded.results, isVendor(actor), (kind) => t(`palette.kinds.${kind}`)) : []
    const all: Group[] = actionsOnly
      ? []
      : [...found, { label: t('palette.pages'), rows: pages.slice(0, words === '' ? 8 : 5) }]
    return [...all, { label: t('palette.actions'), rows: actions.slice(0, 8) }].filter(({ rows }) => rows.length > 0)
  }, [words, enabled, data, actionsOnly, account, actor, t])
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return {
    groups,
    words,
    count,
    milliseconds: enabled && data ? Math.max(1, Math.round(data.took)) : null,
    pending: isFetching || asked !== words,
  }
}

/** Groups the hits by kind, in the order of each kind's best hit: an exact key or name comes first. */
function serverGroups(
  hits: readonly SearchHit[],
  vendor: boolean,
  label: (kind: SearchHit['kind']) => string,
): Group[] {
  const best = hits.toSorted((a, b) => Number(b.exact) - Number(a.exact))
  return [...new Set(best.map(({ kind }) => kind))].map((kind) => ({
    label: label(kind),
    rows: best.filter((hit) => hit.kind === kind).map((hit) => lineOf(hit, vendor)),
  }))
}

/** A hit of the server as a line, and where it leads. People have no page of their own: theirs are the cases they filed. */
function lineOf(hit: SearchHit, vendor: boolean): PaletteHit {
  const line = { id: `${hit.kind}:${hit.id}`, title: hit.title, note: hit.hint ?? undefined, icon: icons[hit.kind] }
  if (hit.kind === 'user') {
    const filed = `?${new URLSearchParams({ reporter: hit.username })}`
    return {
      ...line,
      run: ({ go, account }) =>
        go(vendor || !account ? `/support${filed}` : `${accountPath(account)}/support/customerCases${filed}`),
    }
  }
  const account = { name: hit.account, id: hit.accountId }
  const path = accountPath(account)
  if (hit.kind === 'account') return { ...line, account, monogram: hit.title, run: ({ go }) => go(`${path}/dashboard`) }
  const key = encodeURIComponent(hit.key)
  const list = hit.internal ? `${path}/internal/support/customerCases` : `${path}/support/customerCases`
  return {
    ...line,
    account,
    code: hit.key,
    status: hit.type === 'OUTAGE' ? 'OUTAGE' : hit.status,
    run: ({ go }) => go(`${path}/support/case/${key}`),
    runInSplit: ({ go }) => go(`${vendor && !hit.internal ? '/support' : list}?id=${key}`),
  }
}

function useDebounced(value: string, delay: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
