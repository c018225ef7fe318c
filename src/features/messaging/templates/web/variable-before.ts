/** The variable that is being written before the caret: where its braces begin, and what follows them. */
export type WrittenVariable = { readonly from: number; readonly words: string }

/** The variable whose `{` or `{{` is open before the caret; null when there is none. */
export function variableBefore(text: string, caret: number): WrittenVariable | null {
  const match = /\{{1,2} ?([A-Za-z0-9.]{0,60})$/.exec(text.slice(Math.max(0, caret - 64), caret))
  return match ? { from: caret - match[0].length, words: match[1] ?? '' } : null
}

/** The variables that begin with these words or contain them, the former first. */
export function matchingVariables<Variable extends { readonly name: string }>(
  variables: readonly Variable[],
  words: string,
): Variable[] {
  const wantedWords = words.toLowerCase()
  const rank = ({ name }: Variable) => (name.toLowerCase().startsWith(wantedWords) ? 0 : 1)
  return variables.filter(({ name }) => name.toLowerCase().includes(wantedWords)).sort((a, b) => rank(a) - rank(b))
}

/** The known name with the smallest distance to a mistyped one; undefined where none is near. */
export function nearestName(writtenName: string, names: readonly string[]): string | undefined {
  const rankedNames = names.map((name) => ({ name, edits: distance(writtenName.toLowerCase(), name.toLowerCase()) }))
  const best = rankedNames.sort((a, b) => a.edits - b.edits)[0]
  return best && best.edits <= Math.max(2, writtenName.length / 3) ? best.name : undefined
}

/** The number of characters to insert, delete or replace. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
