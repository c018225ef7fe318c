import en from '../messages/en.json' with { type: 'json' }
import { useText } from './text.ts'

type Known = keyof typeof en.event

/** What somebody did, in words: `words(name, subject)`, to follow a person's name or to stand alone. */
export function useEventWords(): (name: string, subject: string) => string {
  const t = useText()
  return (name, subject) => eventWords(t, name, subject)
}

/** What somebody did, in words: `moved NORD-2288 on`; an event without words of its own reads as its name. */
export function eventWords(t: ReturnType<typeof useText>, name: string, subject: string): string {
  const key = name.replace('.', '-')
  return isKnown(key) ? t(`event.${key}`, { subject }) : t('other', { name: name.replace(/[.-]/g, ' '), subject })
}

function isKnown(key: string): key is Known {
  return Object.hasOwn(en.event, key)
}
