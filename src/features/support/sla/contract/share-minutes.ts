/** A span in which a line counts a number of modems, in whole minutes of the month. */
export type CountedPart = { readonly from: number; readonly minutes: number; readonly modems: number }

/** A line as its minutes are shared with others of its deployment. */
export type SharedLine = {
  readonly deployment: string | null
  /** The devices of the deployment; 0 where they were never counted, and nothing limits the line. */
  readonly devices: number
  /** The minute of the month in which it begins. */
  readonly from: number
  readonly minutes: number
  readonly modems: number
}

/**
 * How each line counts its minutes, so that in no minute the lines of a deployment count more modems than it has. The
 * lines are in order: a later one counts what those before it left up.
 */
export function shareMinutes(lines: readonly SharedLine[]): readonly (readonly CountedPart[])[] {
  return lines.map((line, index) => {
    const earlier = lines
      .slice(0, index)
      .filter((other) => line.deployment !== null && other.deployment === line.deployment)
    if (line.devices === 0) return partsOf([{ from: line.from, minutes: line.minutes, modems: line.modems }])
    const ends = earlier.flatMap(({ from, minutes }) => [from, from + minutes])
    const until = line.from + line.minutes
    const cuts = [line.from, ...ends.filter((at) => at > line.from && at < until), until].toSorted((a, b) => a - b)
    return partsOf(
      cuts.slice(0, -1).map((from, nth) => {
        const down = earlier.filter((other) => other.from <= from && from < other.from + other.minutes)
        // Together those before it count all that they lost, up to what there is.
        const devicesLeft = Math.max(0, line.devices - down.reduce((all, { modems }) => all + modems, 0))
        return { from, minutes: cuts[nth + 1]! - from, modems: Math.min(line.modems, devicesLeft) }
      }),
    )
  })
}

/** Without empty spans; neighbours with the same number are one. */
function partsOf(parts: readonly CountedPart[]): CountedPart[] {
  const joinedParts: CountedPart[] = []
  for (const part of parts) {
    const last = joinedParts.at(-1)
    if (part.minutes === 0) continue
    if (last && last.modems === part.modems)
      joinedParts[joinedParts.length - 1] = { ...last, minutes: last.minutes + part.minutes }
    else joinedParts.push(part)
  }
  return joinedParts
}
