const SLOTS = 9
const TICK_MS = 1_000

/** Something that is checked every nine seconds. */
export type HeartbeatTarget = { beat(now: number): void }

/** One timer for all connections: each is in one of nine slots, and each second one slot has its turn. */
export class TimerWheel {
  #slots: readonly Set<HeartbeatTarget>[] = Array.from({ length: SLOTS }, () => new Set<HeartbeatTarget>())
  #turn = 0
  #timer: NodeJS.Timeout

  /** `tick` is called every second besides. */
  constructor(tick: (now: number) => void) {
    this.#timer = setInterval(() => {
      const now = Date.now()
      this.#turn = (this.#turn + 1) % SLOTS
      for (const beating of this.#slots[this.#turn] ?? []) beating.beat(now)
      tick(now)
    }, TICK_MS)
    this.#timer.unref()
  }

  /** Its first turn is in nine seconds. */
  add(beating: HeartbeatTarget): void {
    this.#slots[this.#turn]?.add(beating)
  }

  delete(beating: HeartbeatTarget): void {
    for (const slot of this.#slots) slot.delete(beating)
  }

  stop(): void {
    clearInterval(this.#timer)
  }
}
