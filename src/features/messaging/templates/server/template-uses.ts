import type { Database, Tx } from '#kit/server/database.ts'
import type { BindableEvent, InputValues, Parts, Values } from '../contract.ts'

/** An announcement that has a template and did not end. */
export type TemplateUse = {
  readonly id: string
  readonly status: string
  readonly title: string
  readonly message: string
  readonly link: string | null
  readonly inputs: InputValues
  /** Null = an author wrote it. */
  readonly eventValues: Values | null
  readonly delivered: number
  readonly acknowledged: number
}

/** The announcements of templates; the feature that owns announcements implements it. */
export type TemplateUses = {
  /** Those that have the template, the latest first. */
  find(db: Database | Tx, templateId: string): Promise<TemplateUse[]>
  /** Replaces texts and inputs; a link only where the template has one. */
  rewrite(tx: Tx, changedUses: readonly { id: string; parts: Parts; inputs: InputValues }[]): Promise<void>
  /** Withdraws all that have the template. Returns their number. */
  withdraw(tx: Tx, templateId: string): Promise<number>
  /** Shows those again that `withdraw` withdrew and that did not expire. Returns their number. */
  restore(tx: Tx, templateId: string): Promise<number>
  /** Ended announcements keep their text without the template. */
  forget(tx: Tx, templateId: string): Promise<void>
  /** The values that the last event of this kind gave for an account; empty when there was none. */
  lastEventValues(db: Database, event: BindableEvent, account: string | undefined): Promise<Values>
}
