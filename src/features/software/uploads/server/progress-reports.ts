/** Four messages a second are enough for a moving bar. */
export const REPORT_MS = 250

/**
 * Calls `report` at each beat while something is in progress, one at a time: a slow database makes reports rarer, it does
 * not pile them up. `onFailure` is called when one fails. `stop` ends it, and waits for the one under way.
 */
export function startHeartbeat(
  report: () => Promise<unknown>,
  onFailure: (failure: Error) => void,
): { stop(): Promise<void> } {
  let underWay: Promise<void> | undefined
  const timer = setInterval(() => {
    underWay ??= report()
      .then(() => undefined, onFailure)
      .finally(() => {
        underWay = undefined
      })
  }, REPORT_MS)
  return {
    async stop() {
      clearInterval(timer)
      await underWay
    },
  }
}
