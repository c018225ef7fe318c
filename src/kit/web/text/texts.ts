import i18next from 'i18next'
import { createContext, use } from 'react'
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
/** Texts without values, as they were last said: a list says the same few words a thousand times. */
const said = new Map<string, string>()

/** The language of what is drawn below a `Spoken`. */
export const LanguageContext = createContext('en')

void i18next.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  interpolation: { prefix: '{', suffix: '}', escapeValue: false },
  // A missing text shows its key with a marker, so that nobody mistakes it for a text.
  parseMissingKeyHandler: (key) => `⟦${key}⟧`,
})

/** Registers a feature's English messages and gives the typed ways to read them: a hook, and a function for outside components. */
export function texts<const M extends Tree>(namespace: string, messages: M): { useText: () => Say<M>; text: Say<M> } {
  registered.set(namespace, messages)
  i18next.addResourceBundle('en', namespace, messages, true, true)
  if (i18next.language === 'pseudo') addPseudo(namespace, messages)
  const text: Say<M> = (key, values) => {
    const name = `${namespace}:${key}`
    return values ? i18next.t(name, { ...values }) : (said.get(name) ?? keep(name, i18next.t(name)))
  }
  const inLanguage = new Map<string, Say<M>>()
  return {
    text,
    // Another function in another language, so that what is remembered of the old one is made anew.
    useText: () => {
      const language = use(LanguageContext)
      const say = inLanguage.get(language) ?? ((key, values) => text(key, values))
      inLanguage.set(language, say)
      return say
    },
  }
}

function keep(name: string, words: string): string {
  said.set(name, words)
  return words
}

/** Switches the language of the whole page at once. */
export function setLanguage(language: Language): void {
  if (language === 'pseudo') for (const [namespace, messages] of registered) addPseudo(namespace, messages)
  if (i18next.language === language) return
  said.clear()
  void i18next.changeLanguage(language)
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
