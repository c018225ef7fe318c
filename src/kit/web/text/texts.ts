import i18next from 'i18next'
import { useCallback } from 'react'
import { initReactI18next, useTranslation } from 'react-i18next'
import { pseudo } from './pseudo.ts'

/** The languages people can choose; `pseudo` proves that no text escapes translation. */
export type Language = 'en' | 'pseudo'

type Tree = { readonly [key: string]: string | Tree }
type Singular<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key
type Leaf<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${Singular<K>}` : Leaf<T[K], `${Path}${K}.`>
}[keyof T & string]

/** Values put into a text; `count` also chooses between its `_one` and `_other` forms. */
export type TextValues = Readonly<Record<string, string | number>>

/** Turns a key of a feature's messages into the text in the language of the moment. */
export type Say<M> = (key: Leaf<M>, values?: TextValues) => string

const registered = new Map<string, Tree>()

void i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added' },
  // A missing text shows its key with a marker, so that nobody mistakes it for a text.
  parseMissingKeyHandler: (key) => `⟦${key}⟧`,
})

/** Registers a feature's English messages and gives the typed ways to read them: a hook, and a function for outside components. */
export function texts<const M extends Tree>(namespace: string, messages: M): { useText: () => Say<M>; text: Say<M> } {
  registered.set(namespace, messages)
  i18next.addResourceBundle('en', namespace, messages, true, true)
  if (i18next.language === 'pseudo') addPseudo(namespace, messages)
  const text: Say<M> = (key, values) => i18next.t(`${namespace}:${key}`, { ...values })
  return {
    text,
    useText: () => {
      const { t } = useTranslation(namespace)
      return useCallback((key, values) => t(key as string, { ...values }), [t])
    },
  }
}

/** Switches the language of the whole page at once. */
export function setLanguage(language: Language): void {
  if (language === 'pseudo') for (const [namespace, messages] of registered) addPseudo(namespace, messages)
  if (i18next.language !== language) void i18next.changeLanguage(language)
}

function addPseudo(namespace: string, messages: Tree): void {
  if (!i18next.hasResourceBundle('pseudo', namespace)) {
    i18next.addResourceBundle('pseudo', namespace, pseudoTree(messages), true, true)
  }
}

function pseudoTree(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? pseudo(value) : pseudoTree(value)]),
  )
}
