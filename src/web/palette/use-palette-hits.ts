import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { isVendor } from '#features/access/roles/contract.ts'
import { impersonateUsers } from '#features/access/sessions/contract.ts'
import { accountCalendarEventPath, calendarEventPath } from '#features/calendar/calendar-pages/paths.ts'
import { accountWikiPagePath, wikiPagePath } from '#features/collaboration/wiki/paths.ts'
import { accountDashboardPath } from '#features/home/dashboard/paths.ts'
import { type SearchHit, searchEverything } from '#features/home/search/contract.ts'
import { openImpersonateDialog } from '#features/sign-in/impersonation/web/index.ts'
import { casePath, caseQueuePath, customerCasesPath, internalCasesPath } from '#features/support/case-pages/paths.ts'
import { knownIssuePath } from '#features/support/known-issues/paths.ts'
import { readUserDetails } from '#features/users/managed-users/contract.ts'
import { accountUserPath, userPath } from '#features/users/user-pages/paths.ts'
import { allows, type Principal } from '#kit/contract/permission.ts'
import { useQueryOf } from '#kit/web/data/query.ts'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import {
  IconAlertTriangle,
  IconBook,
  IconBuilding,
  IconCalendarEvent,
  IconFileText,
  IconHeadset,
  IconServer2,
  IconUser,
  IconUserShare,
} from '#kit/web/icons/icons.generated.ts'
import type { PaletteAction } from '#kit/web/pages.ts'
import { formatDate } from '#kit/web/time/time.ts'
import { type AccountChoice, useAccount } from '#kit/web/who/account.tsx'
import { usePrincipal } from '#kit/web/who/me.tsx'
import { evaluateGuard } from '#kit/web/who/route-guard.ts'
import { features } from '../features.ts'
import { usePaletteText } from '../texts.ts'
import type { PaletteHit } from './palette-hit.ts'

type Group = { readonly label: string; readonly rows: readonly PaletteHit[] }

/** The palette's rows for the typed text; `>` first means actions only. */
export function usePaletteHits(writtenText: string, within: AccountChoice | null) {
  const t = usePaletteText()
  const account = useAccount()
  const actor = usePrincipal()
  const actionsOnly = writtenText.startsWith('>')
  const words = (actionsOnly ? writtenText.slice(1) : writtenText).trim()
  const [requestedWords] = useDebouncedValue(words, 80)
  const isEnabled = requestedWords.length > 0 && !actionsOnly
  const { data, isFetching } = useQueryOf(
    searchEverything,
    { query: { q: requestedWords, ...(within ? { account: within.name } : {}) } },
    { enabled: isEnabled, keep: true },
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
    const foundGroups =
      isEnabled && data ? serverGroups(data._embedded.results, actor, (kind) => t(`kinds.${kind}`)) : []
    const users = isEnabled && data ? data._embedded.results.filter((hit) => hit.kind === 'user').slice(0, 2) : []
    const ofUsers = users.flatMap((hit) => userActions(hit, actor, account, t))
    const all: Group[] = actionsOnly
      ? []
      : [...foundGroups, { label: t('pages'), rows: pages.slice(0, words === '' ? 8 : 5) }]
    return [...all, { label: t('actions'), rows: [...ofUsers, ...actions].slice(0, 8) }].filter(
      ({ rows }) => rows.length > 0,
    )
  }, [words, isEnabled, data, actionsOnly, account, actor, t])
  const count = groups.reduce((sum, { rows }) => sum + rows.length, 0)
  return {
    groups,
    words,
    count,
    milliseconds: isEnabled && data ? Math.max(1, Math.round(data.took)) : null,
    pending: isFetching || requestedWords !== words,
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

const icons: Readonly<Record<SearchHit['kind'], Icon>> = {
  case: IconHeadset,
  account: IconBuilding,
  deployment: IconServer2,
  user: IconUser,
  wiki: IconBook,
  'known-issue': IconAlertTriangle,
  event: IconCalendarEvent,
}

/** A search hit of the server as a row, and its target. */
function lineOf(hit: SearchHit, actor: Principal): PaletteHit {
  const vendor = isVendor(actor)
  const line = { id: `${hit.kind}:${hit.id}`, title: hit.title, note: hit.hint ?? undefined, icon: icons[hit.kind] }
  if (hit.kind === 'user') return { ...line, run: ({ go, account }) => go(userHitPath(hit, actor, account)) }
  if (hit.kind === 'known-issue')
    return { ...line, code: hit.key, run: ({ go }) => go(knownIssuePath({ issueKey: hit.key })) }
  if (hit.kind === 'event') {
    const { account: name, accountId: id } = hit
    const eventLine = { ...line, note: [formatDate(hit.startTime), hit.hint].filter(Boolean).join(' · ') }
    if (name === null || id === null)
      return { ...eventLine, run: ({ go }) => go(calendarEventPath({ eventId: hit.id })) }
    const account = { name, id }
    return { ...eventLine, account, run: ({ go }) => go(accountCalendarEventPath({ account, eventId: hit.id })) }
  }
  if (hit.kind === 'wiki') {
    const owner = hit.account !== null && hit.accountId !== null ? { name: hit.account, id: hit.accountId } : undefined
    const run: PaletteHit['run'] = ({ go, account: open }) => {
      // A shared page opens in the wiki of the account that the user is in.
      const place = owner ?? open
      go(place ? accountWikiPagePath({ account: place, pageId: hit.id }) : wikiPagePath({ pageId: hit.id }))
    }
    return owner ? { ...line, account: owner, run } : { ...line, run }
  }
  const account = { name: hit.account, id: hit.accountId }
  if (hit.kind === 'account')
    return { ...line, account, monogram: hit.title, run: ({ go }) => go(accountDashboardPath({ account })) }
  // The dashboard lists the deployments of the account.
  if (hit.kind === 'deployment') return { ...line, account, run: ({ go }) => go(accountDashboardPath({ account })) }
  const { key } = hit
  const list = hit.internal ? internalCasesPath : customerCasesPath
  return {
    ...line,
    account,
    code: hit.key,
    status: hit.type === 'OUTAGE' ? 'OUTAGE' : hit.status,
    run: ({ go }) => go(casePath({ account, key })),
    runInSplit: ({ go }) => go(vendor && !hit.internal ? caseQueuePath({ id: key }) : list({ account }, { id: key })),
  }
}

type UserHit = Extract<SearchHit, { kind: 'user' }>

/** The page of a user for those who may read it, else the cases that the user filed. */
function userHitPath(hit: UserHit, actor: Principal, account: AccountChoice | null): string {
  if (isVendor(actor)) return userPath({ userId: hit.id })
  if (account && allows(actor, readUserDetails, account.name)) return accountUserPath({ account, userId: hit.id })
  return casesPath(hit, actor, account)
}

/** The actions for a user in the results: their cases, and impersonation. */
function userActions(
  hit: UserHit,
  actor: Principal,
  account: AccountChoice | null,
  t: ReturnType<typeof usePaletteText>,
): PaletteHit[] {
  const name = hit.title
  const mayImpersonate = allows(actor, impersonateUsers) && hit.id !== actor.id
  return [
    {
      id: `user-cases:${hit.id}`,
      title: t('casesOf', { name }),
      icon: IconHeadset,
      run: ({ go }) => go(casesPath(hit, actor, account)),
    },
    ...(mayImpersonate
      ? [
          {
            id: `user-impersonate:${hit.id}`,
            title: t('impersonate', { name }),
            icon: IconUserShare,
            run: () => openImpersonateDialog({ id: hit.id, fullName: name, username: hit.username }),
          },
        ]
      : []),
  ]
}

function casesPath({ username }: UserHit, actor: Principal, account: AccountChoice | null): string {
  const filed = { reporter: username }
  return isVendor(actor) || !account ? caseQueuePath(filed) : customerCasesPath({ account }, filed)
}
