/** A piece of a text, and whether it is in both texts, only in the old one, or only in the new one. */
export type DiffPart = { readonly kind: 'same' | 'removed' | 'added'; readonly text: string }

/** The most cells of one table of comparison; longer stretches count as replaced as a whole. */
const MOST_CELLS = 4_000_000

/**
 * The difference of two texts in words. Lines are compared first, then the words of lines that changed, so that a long
 * page is compared quickly.
 */
export function wordDiff(before: string, after: string): DiffPart[] {
  const parts: DiffPart[] = []
  let removedText = ''
  let addedText = ''
  const flush = () => {
    parts.push(...compare(piecesOf(removedText, /\s+|\S+/g), piecesOf(addedText, /\s+|\S+/g)))
    removedText = ''
    addedText = ''
  }
  for (const part of compare(piecesOf(before, /.*\n|[^\n]+/g), piecesOf(after, /.*\n|[^\n]+/g))) {
    if (part.kind === 'removed') removedText += part.text
    else if (part.kind === 'added') addedText += part.text
    else {
      flush()
      parts.push(part)
    }
  }
  flush()
  return joinNeighbours(parts)
}

/** How many words were added and removed. */
export function countChanges(parts: readonly DiffPart[]): { added: number; removed: number } {
  const count = (kind: DiffPart['kind']) =>
    parts.reduce((sum, part) => sum + (part.kind === kind ? piecesOf(part.text, /\S+/g).length : 0), 0)
  return { added: count('added'), removed: count('removed') }
}

function piecesOf(text: string, pattern: RegExp): readonly string[] {
  return text.match(pattern) ?? []
}

/** Compares two sequences by their longest common subsequence. */
function compare(a: readonly string[], b: readonly string[]): DiffPart[] {
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return [
    ...asParts('same', a.slice(0, start)),
    ...compareMiddle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...asParts('same', a.slice(a.length - end)),
  ]
}

function compareMiddle(a: readonly string[], b: readonly string[]): DiffPart[] {
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_CELLS)
    return [...asParts('removed', a), ...asParts('added', b)]
  const width = b.length + 1
  // The length of the longest common subsequence of what follows each pair of places.
  const lengths = new Uint32Array((a.length + 1) * width)
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const parts: DiffPart[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      parts.push({ kind: 'same', text: a[i]! })
      i++
      j++
    } else if (j === b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      parts.push({ kind: 'removed', text: a[i++]! })
    else parts.push({ kind: 'added', text: b[j++]! })
  }
  return joinNeighbours(parts)
}

function asParts(kind: DiffPart['kind'], pieces: readonly string[]): DiffPart[] {
  return pieces.length === 0 ? [] : [{ kind, text: pieces.join('') }]
}

/** Neighbours of one kind as one part. */
function joinNeighbours(parts: readonly DiffPart[]): DiffPart[] {
  const result: { kind: DiffPart['kind']; text: string }[] = []
  for (const { kind, text } of parts) {
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else result.push({ kind, text })
  }
  return result
}
