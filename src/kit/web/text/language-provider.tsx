import { type ReactNode, useSyncExternalStore } from 'react'
import { currentLanguage, LanguageContext, onLanguage } from './texts.ts'

/** Draws its children again when the language changes. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  return <LanguageContext value={useSyncExternalStore(onLanguage, currentLanguage)}>{children}</LanguageContext>
}
