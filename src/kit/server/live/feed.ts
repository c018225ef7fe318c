import type { QueryExecutorProvider } from 'kysely'
import type { StoredMessage } from './message.ts'
import { messagesAfter, newestMessageId } from './read-messages.ts'

const BATCH = 200
const SAFETY_MS = 2_000

/**
 * Reads published messages in order of id, from where it stopped, whenever it is woken, and every two seconds in case a
 * wake-up was lost. Since ids become visible in their order, nothing is ever skipped.
 */
export class MessageReader {
  #db: QueryExecutorProvider
  #hand: (messages: readonly StoredMessage[]) => Promise<void>
  #log: (error: unknown) => void
  #position: number | null = null
  #reading: Promise<void> | null = null
  #again = false
  #closed = false
  #timer: NodeJS.Timeout

  /** `hand` gets the messages; the next ones are read when it is done. */
  constructor(
    db: QueryExecutorProvider,
    hand: (messages: readonly StoredMessage[]) => Promise<void>,
    log: (error: unknown) => void,
  ) {
    this.#db = db
    this.#hand = hand
    this.#log = log
    this.#timer = setInterval(() => this.wake(), SAFETY_MS)
    this.#timer.unref()
  }

  /** The id of the newest delivered message. */
  get position(): number {
    return this.#position ?? 0
  }

  /** Reads messages; a call during a read causes one more read. */
  wake(): void {
    if (this.#closed) return
    this.#again = true
    this.#reading ??= this.#read()
  }

  /** Resolves when it knows where to begin: later subscribers miss nothing. */
  async started(): Promise<void> {
    this.#position ??= await newestMessageId(this.#db)
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#timer)
    await this.#reading
  }

  async #read(): Promise<void> {
    try {
      await this.started()
      while (this.#again && !this.#closed) {
        this.#again = false
        const messages = await messagesAfter(this.#db, this.position, BATCH)
        await this.#hand(messages)
        this.#position = messages.at(-1)?.id ?? this.position
        if (messages.length === BATCH) this.#again = true
      }
    } catch (failure) {
      this.#log(failure)
    } finally {
      // Without an await after the last check of #again, so that no wake-up is lost in between.
      this.#reading = null
    }
  }
}
