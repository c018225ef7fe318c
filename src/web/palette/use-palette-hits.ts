import { type Icon, IconBuilding, IconFileText, IconHeadset, IconUser } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useQueryOf } from '#kit/web/data/query.ts'
import type { PaletteAction } from '#kit/web/pages.ts'
import { useText } from '#kit/web/text/kit-text.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { useActor } from '#kit/web/who/me.tsx'
import { judge } from '#kit/web/who/route-guard.ts'
import { type Hit, search } from '../calls.ts'
import { features } from '../features.ts'

/** A line of the palette, wherever it came from. */
export type PaletteHit = {
  readonly id: string
  readonly title: string
  readonly icon?: Icon | undefined
  readonly monogram?: string | undefined
  readonly code?: string | undefined
  readonly note?: string | undefined
  readonly status?: string | undefined
  readonly keys?: string | undefined
  readonly run: PaletteAction['run']
}

type Group = { readonly label: string; readonly rows: readonly PaletteHit[] }
const icons: Readonly<Record<string, Icon>> = { case: IconHeadset, account: IconBuilding, user: IconUser }

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
    search,
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
    const found =
      enabled && data
        ? serverGroups(data._embedded.hits, (type) => (isKnown(type) ? t(`palette.types.${type}`) : type))
        : []
    const all: Group[] = actionsOnly
      ? []
      : [...found, { label: t('palette.pages'), rows: pages.slice(0, words === '' ? 8 : 5) }]
    return [...all, { label: t('palette.actions'), rows: actions.slice(0, 8) }].filter(({ rows }) => rows.length > 0)
  }, [words, enabled, data, actionsOnly, account, actor, t])
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return { groups, words, count, milliseconds: enabled ? milliseconds : null, pending: isFetching || asked !== words }
}

const known = ['account', 'case', 'user', 'deployment', 'event', 'bundle', 'release'] as const

function isKnown(type: string): type is (typeof known)[number] {
  return (known as readonly string[]).includes(type)
}

function serverGroups(hits: readonly Hit[], label: (type: string) => string): Group[] {
  return [...new Set(hits.map(({ type }) => type))].map((type) => ({
    label: label(type),
    rows: hits
      .filter((hit) => hit.type === type)
      .map((hit) => ({
        id: `${type}:${hit.id}`,
        title: hit.title,
        icon: icons[type] ?? IconFileText,
        monogram: type === 'account' ? hit.title : undefined,
        code: hit.key ?? undefined,
        note: hit.subtitle ?? undefined,
        status: hit.status ?? undefined,
        run: ({ go }) => go(hit.url),
      })),
  }))
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
