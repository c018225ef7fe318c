import { useMantineColorScheme } from '@mantine/core'
import { createContext, type ReactNode, use, useEffect } from 'react'
import { queryClient, queryOf, useMutationOf, useQueryOf } from '#kit/web/data/query.ts'
import { enableKeys } from '#kit/web/keys/key-registry.ts'
import { type SavedView, type ViewStore, ViewStoreProvider } from '#kit/web/table/view-store.tsx'
import { setLanguage } from '#kit/web/text/texts.ts'
import { setTimeZone } from '#kit/web/time/time.ts'
import { changeSettings, getSettings, type Settings } from './calls.ts'

type SettingsValue = { settings: Settings; change: (part: Partial<Settings>) => void }

const usual: Settings = {
  increaseFontSize: false,
  theme: 'auto',
  density: 'normal',
  keys: true,
  timeZone: null,
  language: 'en',
}
const SettingsContext = createContext<SettingsValue>({ settings: usual, change: () => {} })

/** Keeps the page as the person's settings say; a change shows at once and is saved behind it. */
export function SettingsProvider({ children }: { children: ReactNode }) {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  const { data } = useQueryOf(getSettings, {})
  const settings = data ?? usual
  const save = useMutationOf(changeSettings, {
    onRefused: () => void queryClient.invalidateQueries({ queryKey: [getSettings.name] }),
  })
  useEffect(() => {
    if (!data) return
    setColorScheme(data.theme)
    applyOnPage(data)
  }, [data, setColorScheme])
  const change = (part: Partial<Settings>) => {
    queryClient.setQueryData(queryOf(getSettings, {}).queryKey, { ...settings, ...part })
    save.mutate({ body: part })
  }
  const views = settings.views ?? []
  const store: ViewStore = {
    views,
    save: (view) => change({ views: [...views.filter((kept) => !isSame(kept, view)), view] }),
    remove: (view) => change({ views: views.filter((kept) => !isSame(kept, view)) }),
  }
  return (
    <SettingsContext value={{ settings, change }}>
      <ViewStoreProvider store={store}>{children}</ViewStoreProvider>
    </SettingsContext>
  )
}

/** The person's settings, and the way to change some of them. */
export function useSettings(): SettingsValue {
  return use(SettingsContext)
}

function isSame(a: SavedView, b: SavedView): boolean {
  return a.list === b.list && a.name === b.name
}

/** Also written to local storage, for the script that runs before the first paint. */
function applyOnPage(settings: Settings): void {
  const { dataset } = document.documentElement
  dataset.density = settings.density
  localStorage.setItem('density', settings.density)
  if (settings.increaseFontSize) dataset.text = 'large'
  else delete dataset.text
  localStorage.setItem('text', settings.increaseFontSize ? 'large' : 'normal')
  enableKeys(settings.keys)
  setTimeZone(settings.timeZone ?? undefined)
  setLanguage(settings.language)
  document.documentElement.lang = settings.language === 'pseudo' ? 'en-x-pseudo' : settings.language
}
