import type { Connection } from './connection.ts'
import type { LiveSession, SessionChange, SessionSource } from './session.ts'

const RECHECK_MS = 60_000
const BATCH = 200

type Entry = { session: LiveSession; checkAt: number; readonly connections: Set<Connection> }

/** The sessions that are connected to this node, checked again when they change, expire, or a minute has passed. */
export class LiveSessions {
  #entries = new Map<string, Entry>()
  #due = new Set<string>()
  #checking = false
  #source: SessionSource
  #log: (error: unknown) => void
  /** Counts the notified changes; shows whether one came while a session was being identified. */
  changes = 0

  constructor(source: SessionSource, log: (error: unknown) => void) {
    this.#source = source
    this.#log = log
  }

  get size(): number {
    return this.#entries.size
  }

  /** Adds a connection whose session was read when `changes` was `since`. Connections of a session share its actor. */
  join(connection: Connection, since: number): void {
    const { session } = connection
    let entry = this.#entries.get(session.sessionId)
    if (!entry) {
      entry = { session, checkAt: nextCheck(session), connections: new Set() }
      this.#entries.set(session.sessionId, entry)
    }
    entry.connections.add(connection)
    if (this.changes !== since) this.#check([session.sessionId])
    else connection.session = entry.session
  }

  leave(connection: Connection): void {
    const entry = this.#entries.get(connection.session.sessionId)
    if (entry?.connections.delete(connection) && entry.connections.size === 0) {
      this.#entries.delete(connection.session.sessionId)
    }
  }

  /** A change notification: its sessions are read again at once; all of them when it names neither session nor user. */
  changed({ sessionId, userId }: SessionChange): void {
    this.changes += 1
    const all = sessionId === undefined && userId === undefined
    const touchedEntries = [...this.#entries].filter(
      ([id, { session }]) =>
        all || id === sessionId || (userId !== undefined && [session.userId, session.impersonatorId].includes(userId)),
    )
    this.#check(touchedEntries.map(([id]) => id))
  }

  /** To be called every second. */
  tick(now: number): void {
    const dueIds: string[] = []
    for (const [id, entry] of this.#entries) {
      if (entry.checkAt > now) continue
      entry.checkAt = now + RECHECK_MS
      dueIds.push(id)
    }
    this.#check(dueIds)
  }

  #check(ids: readonly string[]): void {
    for (const id of ids) this.#due.add(id)
    if (!this.#checking && this.#due.size > 0) void this.#checkAll()
  }

  /** One batch after the other, so that the response to the last request is the one that counts. */
  async #checkAll(): Promise<void> {
    this.#checking = true
    while (this.#due.size > 0) {
      const ids = [...this.#due].slice(0, BATCH)
      for (const id of ids) this.#due.delete(id)
      try {
        const sessionById = new Map((await this.#source.reload(ids)).map((session) => [session.sessionId, session]))
        for (const id of ids) this.#settle(id, sessionById.get(id))
      } catch (failure) {
        this.#log(failure)
        this.#askAgain(ids)
      }
    }
    this.#checking = false
  }

  #settle(id: string, session: LiveSession | undefined): void {
    const entry = this.#entries.get(id)
    if (!entry) return
    if (!session || session.expiresAt.getTime() <= Date.now()) {
      this.#entries.delete(id)
      for (const connection of entry.connections) connection.end(1008, 'session-ended')
      return
    }
    entry.session = session
    entry.checkAt = nextCheck(session)
    for (const connection of entry.connections) connection.become(session)
  }

  /** The sessions could not be read: retried in a second, but none lives beyond the last known end. */
  #askAgain(ids: readonly string[]): void {
    for (const id of ids) {
      const entry = this.#entries.get(id)
      if (!entry) continue
      if (entry.session.expiresAt.getTime() <= Date.now()) this.#settle(id, undefined)
      else entry.checkAt = 0
    }
  }
}

function nextCheck({ expiresAt }: LiveSession): number {
  return Math.min(expiresAt.getTime(), Date.now() + RECHECK_MS)
}
