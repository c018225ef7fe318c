import type { AuditEntry } from '../contract.ts'
import { useText } from '../texts.ts'
import { subjectOf, useActorName, useEventWords } from './event-text.ts'

/** The parts of the sentence of an entry: who did it, what, and whether it was denied. */
export function useEntryWords(): (entry: AuditEntry) => { actor: string; words: string; isDenied: boolean } {
  const t = useText()
  const actorName = useActorName()
  const eventWords = useEventWords()
  return (entry) => {
    const who = { ...entry, by: entry.by?.fullName ?? null }
    const actor = actorName(who)
    if (entry.name === 'access.denied') {
      const { method, path } = entry.data as { method?: string; path?: string }
      const call = [method, path].filter(Boolean).join(' ')
      return { actor, words: t('page.tried', { call: call || thingOf(entry) }), isDenied: true }
    }
    return { actor, words: eventWords(entry.name, subjectOf(who, thingOf(entry))).trim(), isDenied: false }
  }
}

/** The readable name of what an entry is about, else its key or number. */
export function thingOf({ data, subjectId }: AuditEntry): string {
  return typeof data.what === 'string' ? data.what : (subjectId ?? '')
}
