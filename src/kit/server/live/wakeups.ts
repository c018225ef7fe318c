import type { QueryExecutorProvider } from 'kysely'

/**
 * Notifies every node that there may be something to read. A wake-up carries nothing and may be lost or doubled: a node
 * reads from where it stopped. PostgreSQL does it here; another transport can implement the same interface.
 */
export type Signal = {
  /**
   * Calls `listener` on every notification, and after each (re)connection, since some may have been missed before. Ours
   * carry nothing; those of PostgreSQL's own triggers may have a text.
   */
  listen(channel: string, listener: (text?: string) => void): void
  /** Wakes the listeners of all nodes, once the transaction is committed. */
  notify(tx: QueryExecutorProvider, channel: string): Promise<void>
  close(): Promise<void>
}
