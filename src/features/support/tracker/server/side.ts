import type { AppContext } from '#kit/server/portal.ts'
import type { TrackerProject } from './project-store.ts'
import type { SentCase } from './sent-case.ts'
import type { Tracker } from './tracker.ts'

/** A connection with a tracker, and the project of its account there. */
export type Side = {
  readonly portal: AppContext
  readonly connection: string
  readonly tracker: Tracker
  readonly project: TrackerProject
}
/** The case of a message with its issue. */
export type Sending = Side & { readonly sent: SentCase; readonly trackerId: string; readonly isRepeated: boolean }

/** A change that is read from a tracker; of an import no user is notified. */
export type Reading = Side & { readonly isImport: boolean }

/** Marks of an event that came from the tracker: it is not sent back. */
export function marks({ connection, isImport }: Reading): { readonly fromTracker: string; readonly imported?: true } {
  return { fromTracker: connection, ...(isImport ? { imported: true } : {}) }
}
