/** How long the event loop was held at once while something was done, and in all; milliseconds. */
export async function turnsOf(work: () => Promise<unknown>): Promise<{ longest: number; all: number }> {
  let [longest, all, isOver] = [0, 0, false]
  const watch = (before: number) => {
    const now = performance.now()
    longest = Math.max(longest, now - before)
    all += now - before
    if (!isOver) setImmediate(watch, now)
  }
  setImmediate(watch, performance.now())
  await work()
  await new Promise(setImmediate)
  isOver = true
  return { longest, all }
}

/** Whether what was done let others in: a busy machine makes turns longer, and all of them. */
export function letsOthersIn({ longest, all }: { longest: number; all: number }): boolean {
  return longest < Math.max(100, all / 3)
}
