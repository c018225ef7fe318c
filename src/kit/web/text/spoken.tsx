import { type ReactNode, useSyncExternalStore } from 'react'
import { LanguageContext, languageNow, onLanguage } from './texts.ts'

/** Draws everything below it anew when the language changes. */
export function Spoken({ children }: { children: ReactNode }) {
  return <LanguageContext value={useSyncExternalStore(onLanguage, languageNow)}>{children}</LanguageContext>
}
