import type { QueryExecutorProvider } from 'kysely'

/**
 * Tells every node that there may be something to read. A wake-up carries nothing and may be lost or doubled: what it
 * wakes reads from where it stopped. PostgreSQL does it here; another carrier can fulfil the same.
 */
export type Signal = {
  /** Calls `heard` on every notification, and after each (re)connection, since some may have been missed before. */
  listen(channel: string, heard: () => void): void
  /** Wakes the listeners of all nodes, once the transaction is committed. */
  notify(tx: QueryExecutorProvider, channel: string): Promise<void>
  close(): Promise<void>
}
