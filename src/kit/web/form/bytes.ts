const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** A readable size, in powers of 1024: `84 kB`, `6.2 MB`, `10 MB`. */
export function formatBytes(bytes: number): string {
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  const digits = unit > 1 && value < 100 ? 1 : 0
  return `${value.toFixed(digits).replace(/\.0$/, '')} ${units[unit]}`
}
