/** The origin of a line of a built file; lines count from 1. */
export type LineMap = (line: number) => { readonly source: string; readonly line: number } | undefined

/**
 * A source map (ECMA-426, version 3) to whole lines: two numbers for each, where Node's `SourceMap` stores an object
 * for every word of a file of five megabytes.
 */
export function lineMapOf({ sources, mappings }: { sources: readonly string[]; mappings: string }): LineMap {
  const origins = originsIn(mappings)
  return (line) => {
    const [source = 0, origin = 0] = origins.subarray((line - 1) * 2, line * 2)
    return source > 0 ? { source: sources[source - 1]!, line: origin } : undefined
  }
}

const COMMA = 44
const SEMICOLON = 59

/** For each line the number of its source and the line there, both from 1; 0 where it has none. */
function originsIn(mappings: string): Int32Array {
  const origins = new Int32Array((mappings.split(';').length + 1) * 2)
  // The fields of a segment: column, source, line there, column there, name. All but the first continue from line to
  // line.
  const fields = new Int32Array(5)
  let [line, field, value, shift] = [0, 0, 0, 0]
  const endSegment = () => {
    if (field > 1 && origins[line * 2] === 0) origins.set([fields[1]! + 1, fields[2]! + 1], line * 2)
    field = 0
  }
  for (let at = 0; at < mappings.length; at += 1) {
    const sign = mappings.charCodeAt(at)
    if (sign === COMMA || sign === SEMICOLON) {
      endSegment()
      if (sign === SEMICOLON) line += 1
      continue
    }
    // Base64 VLQ: five bits a character, the least first, the sixth means that more follow; the lowest bit of a number
    // is its sign.
    const digit = digits[sign]!
    value |= (digit & 31) << shift
    shift += 5
    if (digit & 32) continue
    fields[field]! += value & 1 ? -(value >> 1) : value >> 1
    ;[field, value, shift] = [field + 1, 0, 0]
  }
  endSegment()
  return origins
}

const digits = new Uint8Array(128)
for (const [at, sign] of [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'].entries())
  digits[sign.charCodeAt(0)] = at
