/** A span in minutes as a figure: `24 min`, `3.5 h`, `2 d`; null stays null. */
export function formatDuration(minutes: number | null | undefined): string | null {
  if (minutes === null || minutes === undefined) return null
  if (minutes < 90) return `${Math.round(minutes)} min`
  if (minutes < 36 * 60) return `${trimDecimals(minutes / 60)} h`
  return `${trimDecimals(minutes / 1440)} d`
}

function trimDecimals(value: number): string {
  return value < 10 ? value.toFixed(1).replace(/\.0$/, '') : String(Math.round(value))
}
