import type { ReactNode } from 'react'
import type { LogbookEntry } from '#features/platform/audit/contract.ts'
import { subjectOf, useActorName, useEventWords } from '#features/platform/audit/web/index.ts'
import type { Icon } from '#kit/web/icons/create-icon.ts'
import { IconHeadset, IconKey, IconLock, IconLogin2, IconPaperclip, IconUser } from '#kit/web/icons/icons.generated.ts'

const icons: readonly (readonly [begins: string, icon: Icon])[] = [
  ['case.attachment', IconPaperclip],
  ['case', IconHeadset],
  ['session', IconLogin2],
  ['access', IconLock],
  ['user.token', IconKey],
]

/** The text of an entry in the user's own logbook, and its icon. */
export function useLogbookWords(): {
  wordsOf: (entry: LogbookEntry) => string
  iconOf: (entry: LogbookEntry) => ReactNode
} {
  const words = useEventWords()
  const actor = useActorName()
  return {
    // An entry about the user needs no id of the user.
    wordsOf: (entry) => {
      const { name, subject, subjectId, what, impersonatedBy } = entry
      const sentence = words(name, subjectOf(entry, subject === 'person' ? '' : (what ?? subjectId ?? ''))).trim()
      return impersonatedBy ? `${actor(entry)} ${sentence}` : sentence
    },
    iconOf: ({ name }) => {
      const Sign = icons.find(([begins]) => name.startsWith(begins))?.[1] ?? IconUser
      return <Sign size={13} aria-hidden />
    },
  }
}
