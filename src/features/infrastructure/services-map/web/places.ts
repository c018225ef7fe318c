/** The height of a row of the map in pixels. */
export const ROW = 52

/** The middles of `count` nodes that are spread evenly over a height. */
export function placesOf(count: number, height: number): number[] {
  return Array.from({ length: count }, (_, index) => ((index + 0.5) * height) / count)
}
