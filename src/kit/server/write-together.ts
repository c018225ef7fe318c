/** Written at once at most; a longer statement would hold up the first of them. */
const MOST = 500

type WaitingItem<Item> = { readonly item: Item; resolve(): void; reject(failure: unknown): void }

/** A writer of many small rows: each call resolves when its item is stored. */
export type TogetherWriter<Item> = {
  (item: Item): Promise<void>
  /** Items that wait for a write. */
  readonly waiting: number
}

/**
 * Writes items in groups (group commit): an item that arrives while nothing is written is written at once, those that
 * arrive during a write are written together with the next one. So a quiet server adds no delay, and a busy one needs
 * a statement for hundreds of items. One writes at a time. Where a group fails, each of its items is written alone, so
 * that one that cannot be stored fails no other.
 */
export function writeTogether<Item>(write: (items: readonly Item[]) => Promise<void>): TogetherWriter<Item> {
  let waiting: WaitingItem<Item>[] = []
  let isWriting = false

  async function writeAll(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const group = waiting.slice(0, MOST)
      waiting = waiting.slice(MOST)
      try {
        await write(group.map(({ item }) => item))
        for (const { resolve } of group) resolve()
      } catch (failure) {
        if (group.length === 1) group[0]!.reject(failure)
        else await writeEach(group)
      }
    }
    isWriting = false
  }

  async function writeEach(group: readonly WaitingItem<Item>[]): Promise<void> {
    for (const { item, resolve, reject } of group) await write([item]).then(resolve, reject)
  }

  const add = (item: Item) =>
    new Promise<void>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      // The items of one turn of the event loop are written together.
      if (!isWriting) {
        isWriting = true
        setImmediate(() => void writeAll())
      }
    })
  return Object.defineProperty(add, 'waiting', { get: () => waiting.length }) as TogetherWriter<Item>
}
