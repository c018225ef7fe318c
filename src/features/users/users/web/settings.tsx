import { useMantineColorScheme } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect, useMemo, useRef } from 'react'
import { setLanguage } from '#kit/contract/texts.ts'
import { queryClient, queryOf, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { enableKeys } from '#kit/web/keys/key-registry.ts'
import { type ViewStore, ViewStoreProvider } from '#kit/web/table/view-store.tsx'
import { setTimeZone } from '#kit/web/time/time.ts'
import { type Pins, PinsProvider } from '#kit/web/who/pins.tsx'
import { changeMySettings, readMySettings, type UserSettings, usualSettings } from '../contract.ts'

type SettingsValue = { settings: UserSettings; change: (part: Partial<UserSettings>) => void }

type View = UserSettings['views'][string][number]

const YEAR_MS = 31_536_000_000

const SettingsContext = createContext<SettingsValue>({ settings: usualSettings, change: () => {} })

/** Applies the user's settings to the page; a change shows at once and is saved in the background. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const scheme = useMantineColorScheme({ keepTransitions: true })
  const { data } = useQueryOf(readMySettings, {})
  const settings = data ?? usualSettings
  const save = useMutationOf(changeMySettings, {
    onProblem: () => void queryClient.invalidateQueries({ queryKey: [readMySettings.name] }),
  })
  const theme = useRef(scheme)
  useEffect(() => {
    theme.current = scheme
  })
  useEffect(() => {
    if (!data) return
    if (theme.current.colorScheme !== data.theme) theme.current.setColorScheme(data.theme)
    applyOnPage(data)
  }, [data])
  const change = (part: Partial<UserSettings>) => {
    queryClient.setQueryData(queryOf(readMySettings, {}).queryKey, { ...settings, ...part })
    save.mutate({ body: part })
  }
  const keep = (list: string, of: (own: readonly View[]) => View[]) =>
    change({ views: { ...settings.views, [list]: of(settings.views[list] ?? []) } })
  const store: ViewStore = {
    views: Object.entries(settings.views).flatMap(([list, own]) => own.map((view) => ({ list, ...view }))),
    save: ({ list, name, search }) =>
      keep(list, (own) => [...own.filter((view) => view.name !== name), { name, search }]),
    remove: ({ list, name }) => keep(list, (own) => own.filter((view) => view.name !== name)),
    columns: settings.columns,
    chooseColumns: (list, ids) => change({ columns: { ...settings.columns, [list]: [...ids] } }),
  }
  return (
    <SettingsContext value={{ settings, change }}>
      <PinsProvider value={usePinStore(settings.pinnedAccounts, change)}>
        <ViewStoreProvider store={store}>{children}</ViewStoreProvider>
      </PinsProvider>
    </SettingsContext>
  )
}

function usePinStore(pinnedIds: readonly string[], change: SettingsValue['change']): Pins {
  const pins = useMemo(() => new Set(pinnedIds), [pinnedIds])
  return {
    pins,
    toggle: (accountId) => {
      const next = new Set(pins)
      if (!next.delete(accountId)) next.add(accountId)
      change({ pinnedAccounts: [...next] })
    },
  }
}

/** The user's settings, and a function to change some of them. */
export function useSettings(): SettingsValue {
  return use(SettingsContext)
}

/**
 * Also written to local storage, for the script that runs before the first paint. On the page only differences are
 * written: writing the same language or density again makes the browser recompute every style.
 */
function applyOnPage(settings: UserSettings): void {
  const page = document.documentElement
  const { dataset } = page
  if (dataset.density !== settings.density) dataset.density = settings.density
  localStorage.setItem('density', settings.density)
  if (settings.increaseFontSize) dataset.text = 'large'
  else delete dataset.text
  localStorage.setItem('text', settings.increaseFontSize ? 'large' : 'normal')
  showThemeToServer(settings.theme)
  enableKeys(settings.keys)
  setTimeZone(settings.timeZone ?? undefined)
  setLanguage(settings.language)
  const language = settings.language === 'pseudo' ? 'en-x-pseudo' : settings.language
  if (page.lang !== language) page.lang = language
}

/** The server renders the sign-in pages, and must know the theme before it knows the user. */
function showThemeToServer(theme: UserSettings['theme']): void {
  // Absent where the page is not secure; then those pages follow the system's theme.
  const cookies = (window as { cookieStore?: CookieStore }).cookieStore
  if (theme === 'auto') void cookies?.delete('theme')
  else void cookies?.set({ name: 'theme', value: theme, expires: Date.now() + YEAR_MS, sameSite: 'lax' })
}
