/** The height of a row of the map in pixels. */
export const ROW = 48
/** The most space between the middles of two nodes: those of a short column stay together, at the top. */
const LOOSE = 76

/** The middles of `count` nodes in a column of this height. */
export function placesOf(count: number, height: number): number[] {
  const pitch = Math.min(LOOSE, height / count)
  return Array.from({ length: count }, (_, index) => (index + 0.5) * pitch)
}
