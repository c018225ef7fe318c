import type { Case } from '#features/support/cases/contract.ts'

/** The case that a reply is for, and what happens when the replies are opened and when one is chosen. */
export type InsertReplyProps = {
  found: Case
  opened: boolean
  onOpen: (isOpen: boolean) => void
  onInsert: (text: string) => void
}
