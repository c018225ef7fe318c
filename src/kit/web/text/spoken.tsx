import i18next from 'i18next'
import { type ReactNode, useSyncExternalStore } from 'react'
import { LanguageContext } from './texts.ts'

/** Draws everything below it anew when the language changes. */
export function Spoken({ children }: { children: ReactNode }) {
  return <LanguageContext value={useSyncExternalStore(onChange, current)}>{children}</LanguageContext>
}

function current(): string {
  return i18next.language
}

function onChange(changed: () => void): () => void {
  i18next.on('languageChanged', changed)
  return () => i18next.off('languageChanged', changed)
}
