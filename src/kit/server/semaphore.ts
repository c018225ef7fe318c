/** Limits how many run at once; the others wait for their turn in the order of arrival. */
export type Semaphore = {
  /** Waits for a turn; the returned function gives the turn to the next, and is called once. */
  take(): Promise<() => void>
  readonly waiting: number
}

/** Turns for `width` at once. */
export function createSemaphore(width: number): Semaphore {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return {
    async take() {
      if (running < width) running += 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return leave
    },
    get waiting() {
      return waiting.length
    },
  }
}
