import type { QueryExecutorProvider } from 'kysely'

/** Stores all items of a batch in as few statements as it can, in their order. */
type WriteItems<On, Item> = (tx: On, items: readonly Item[]) => Promise<void>

const batches = new WeakMap<object, Map<unknown, WaitingWrite>>()
type WaitingWrite = { readonly items: unknown[]; store(): Promise<void> }

/**
 * Stores items at once, or in a batch of event handlers at its end, together with those that its other handlers write
 * with the same function. So nothing that a handler reads later in the batch may depend on them.
 */
export async function writeInBatch<On extends QueryExecutorProvider, Item>(
  tx: On,
  write: WriteItems<On, Item>,
  items: readonly Item[],
): Promise<void> {
  const writes = batches.get(tx)
  if (!writes) return write(tx, items)
  const waiting = writes.get(write)
  if (waiting) return void waiting.items.push(...items)
  const batch = [...items]
  writes.set(write, { items: batch, store: () => write(tx, batch) })
}

/** Runs event handlers as a batch. When it fails, nothing of what they wrote with `writeInBatch` is stored. */
export async function inBatch(tx: QueryExecutorProvider, work: () => Promise<void>): Promise<void> {
  const writes = new Map<unknown, WaitingWrite>()
  batches.set(tx, writes)
  try {
    await work()
  } finally {
    batches.delete(tx)
  }
  for (const { store } of writes.values()) await store()
}
