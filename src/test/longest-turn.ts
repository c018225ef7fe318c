/**
 * The longest turn of the event loop while something was done, and all turns together, in milliseconds of this process'
 * processor time: on a busy machine a turn takes longer, but not more of that.
 */
export async function turnsOf(work: () => Promise<unknown>): Promise<{ longest: number; all: number }> {
  let [longest, all, isOver] = [0, 0, false]
  const watch = (before: NodeJS.CpuUsage) => {
    const { user, system } = process.cpuUsage(before)
    const turn = (user + system) / 1000
    longest = Math.max(longest, turn)
    all += turn
    if (!isOver) setImmediate(watch, process.cpuUsage())
  }
  setImmediate(watch, process.cpuUsage())
  await work()
  await new Promise(setImmediate)
  isOver = true
  return { longest, all }
}

/** Whether what was done let others in; the collection of garbage may make one turn longer. */
export function letsOthersIn({ longest, all }: { longest: number; all: number }): boolean {
  return longest < Math.max(100, all / 3)
}
