const format = new Intl.NumberFormat('en-GB')

/** A whole number with separators of thousands: 23,400. */
export function formatCount(count: number): string {
  return format.format(count)
}
