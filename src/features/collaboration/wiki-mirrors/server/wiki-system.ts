import type { Adapter, OpenedConnection } from '#features/platform/connections/server/index.ts'

/** A page in the list of a space. */
export type SpacePage = {
  readonly id: string
  readonly title: string
  /** The id of the page above it, if there is one in the space. */
  readonly parentId: string | null
  /** Its number grows with each change of title or text. */
  readonly version: number
  /** Where a user opens it in the outside system. */
  readonly url: string
}

/** A space of an outside wiki. Failures are an `IntegrationError`. */
export type WikiSpace = {
  /** Makes a call that needs address, login and space, and changes nothing. */
  check(): Promise<void>
  /** Every page that is published in the space. */
  listPages(): Promise<SpacePage[]>
  /** The text of a page as Markdown. */
  readText(id: string): Promise<string>
}

/** An outside wiki that can be connected; its settings have `readers`, a `PageAudience`. */
export type WikiSystem = Pick<Adapter, 'system' | 'name' | 'fields'> & { open(connection: OpenedConnection): WikiSpace }
