import { eventTexts } from '../event-texts.generated.ts'
import { type EventText, useEventText, useText } from '../texts.ts'

/** The actor: the user, and under impersonation both. */
export function useActorName(): (entry: { by: string | null; impersonatedBy: string | null }) => string {
  const t = useText()
  return ({ by, impersonatedBy }) =>
    impersonatedBy ? t('as', { by: impersonatedBy, user: by ?? t('system') }) : (by ?? t('system'))
}

/** The subject of an entry's text: the affected user unless they are the actor, else the text of `thing`. */
export function subjectOf(
  {
    name,
    by,
    whom,
    impersonatedBy,
  }: { name: string; by: string | null; whom: string | null; impersonatedBy: string | null },
  thing: string,
): string {
  if (whom === null) return thing
  return isKnown(`${name.replace('.', '-')}-self`) && whom === by && impersonatedBy === null ? '' : whom
}

/** The text of an action: `words(name, subject)`, to follow a user's name or to stand alone. */
export function useEventWords(): (name: string, subject: string) => string {
  const t = useEventText()
  return (name, subject) => eventWords(t, name, subject)
}

/** The text of an action: `moved NORD-2288 on`; an event without a text reads as its name. */
export function eventWords(t: EventText, name: string, subject: string): string {
  const key = name.replace('.', '-')
  // The actor is the affected user.
  if (subject === '' && isKnown(`${key}-self`)) return t(`${key}-self` as 'user-created-self', {})
  return isKnown(key) ? t(key, { subject }) : `${name.replace(/[.-]/g, ' ')} ${subject}`
}

function isKnown(key: string): key is keyof typeof eventTexts {
  return Object.hasOwn(eventTexts, key)
}
