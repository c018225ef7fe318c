import type { Database, Tx } from '#kit/server/database.ts'
import type { EventActor } from '#kit/server/events/event.ts'

/** Values by their key. */
export type ConfigValues = Readonly<Record<string, unknown>>

/** A part of the portal that a configuration file holds completely: what is not in the file is not set. */
export type ConfigSection = {
  readonly name: string
  /** What is set, by key in alphabetical order. */
  read(db: Database | Tx): Promise<ConfigValues>
  /** A sentence for each value that cannot be set. */
  flawsOf(values: ConfigValues): readonly { readonly key: string; readonly message: string }[]
  /** The variable that locks a value: it stays as it is. */
  lockOf(key: string): string | null
  /** Lets no other transaction change the section until this one ends. */
  lock(tx: Tx): Promise<void>
  /** Sets values, all valid and none locked; null removes one. */
  apply(tx: Tx, changes: ConfigValues, actor: EventActor): Promise<void>
}
