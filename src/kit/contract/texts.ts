import { pseudo } from './pseudo.ts'

/** The languages that users can choose; `pseudo` proves that no text escapes translation. */
export type Language = 'en' | 'pseudo'

type Tree = { readonly [key: string]: string | Tree }
type Singular<Key extends string> = Key extends `${infer Base}_one` | `${infer Base}_other` ? Base : Key
type Leaf<T, Path extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Path}${Singular<K>}` : Leaf<T[K], `${Path}${K}.`>
}[keyof T & string]

/** Values inserted into a text; `count` also chooses between its forms, `_one` and `_other` in English. */
export type TextValues = Readonly<Record<string, string | number>>

/** Turns a key of a feature's messages into the text in the current language. */
export type Translate<M> = (key: Leaf<M>, values?: TextValues) => string

const listeners = new Set<() => void>()
let activeLanguage: Language = 'en'
let plurals = new Intl.PluralRules('en')

/** How a component learns its language; the browser sets a hook that draws it again after a change. */
let languageOfComponent = currentLanguage

/**
 * Declares texts of a feature in English, and returns the typed ways to read them: a hook for components, and a function
 * for everything else. Other languages are found by the name and the key of a text.
 */
export function texts<const M extends Tree>(
  feature: string,
  messages: M,
): { useText: () => Translate<M>; text: Translate<M> } {
  // Each text as it was found last: a list shows the same few texts a thousand times.
  const textCache = new Map<string, string>()
  let language = activeLanguage
  const text: Translate<M> = (key, values) => {
    if (language !== activeLanguage) textCache.clear()
    language = activeLanguage
    const form = values && 'count' in values ? `${key}_${plurals.select(Number(values.count))}` : key
    let words = textCache.get(form)
    if (words === undefined) {
      words = inLanguage(leafOf(messages, form) ?? leafOf(messages, key) ?? missingText(feature, key))
      textCache.set(form, words)
    }
    return values ? words.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)) : words
  }
  const says = new Map<Language, Translate<M>>()
  return {
    text,
    // Another function in another language, so that what was memoized with the old one is made again.
    useText: () => {
      const now = languageOfComponent()
      const say = says.get(now) ?? ((key, values) => text(key, values))
      says.set(now, say)
      return say
    },
  }
}

/** Sets the hook by which components learn their language. */
export function readLanguageBy(hook: () => Language): void {
  languageOfComponent = hook
}

/** Switches the language of the whole page at once. */
export function setLanguage(language: Language): void {
  if (activeLanguage === language) return
  activeLanguage = language
  plurals = new Intl.PluralRules(language === 'pseudo' ? 'en' : language)
  for (const listener of listeners) listener()
}

/** The current language. */
export function currentLanguage(): Language {
  return activeLanguage
}

/** Calls the listener after each change of the language; the returned function stops it. */
export function onLanguage(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function inLanguage(words: string): string {
  return activeLanguage === 'pseudo' ? pseudo(words) : words
}

/** A missing text shows its key with a marker, so that it is not mistaken for a text. */
function missingText(feature: string, key: string): string {
  return `⟦${feature}: ${key}⟧`
}

function leafOf(messages: Tree, path: string): string | undefined {
  let at: string | Tree | undefined = messages
  for (const part of path.split('.')) at = typeof at === 'object' ? at[part] : undefined
  return typeof at === 'string' ? at : undefined
}
