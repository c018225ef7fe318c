import { createContext, type ReactNode, use, useSyncExternalStore } from 'react'
import { currentLanguage, type Language, onLanguage, readLanguageBy } from '#kit/contract/texts.ts'

const LanguageContext = createContext<Language>('en')

readLanguageBy(() => use(LanguageContext))

/** Draws its children again when the language changes. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  return <LanguageContext value={useSyncExternalStore(onLanguage, currentLanguage)}>{children}</LanguageContext>
}
