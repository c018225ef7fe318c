/** Of a line, what stands before a word of a rule and after it. */
const BEFORE = 200
const AFTER = 3_000

/** Every match of a rule: its pattern is tried on lines alone that have one of its words. */
export function eachMatch({ text, small }, { words, expression }, found) {
  for (const word of words) {
    for (let at = small.indexOf(word); at >= 0; ) {
      const [from, to] = lineAround(text, at)
      const line = text.slice(from, to)
      expression.lastIndex = 0
      for (let match = expression.exec(line); match; match = expression.exec(line)) {
        const [start, end] = match.indices.groups.value
        found({ from: from + start, to: from + end, groups: match.groups })
        if (match[0] === '') expression.lastIndex += 1
      }
      at = small.indexOf(word, Math.max(to, at + word.length))
    }
  }
}

export function lineAround(text, at) {
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  return [Math.max(start, at - BEFORE), Math.min(end < 0 ? text.length : end, at + AFTER)]
}
