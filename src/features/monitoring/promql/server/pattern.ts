import { type PatternNode, parsePattern } from './parse-pattern.ts'

/** Instructions of a pattern, at most: the time for one value is at most this times its length. */
const MOST_INSTRUCTIONS = 2_000

type Instruction =
  | { readonly kind: 'character'; readonly accepts: (character: string) => boolean; next: number }
  | { readonly kind: 'split'; next: number; other: number }
  | { readonly kind: 'start' | 'end'; next: number }
  | { readonly kind: 'match' }

/**
 * Compiles a regular expression in the syntax of RE2, as Prometheus uses it: it matches whole values, in time
 * proportional to their length whatever the expression is. Throws an Error with the reason when it is invalid.
 */
export function compilePattern(text: string): (value: string) => boolean {
  if (/^[\w :,/-]*(\|[\w :,/-]*)*$/.test(text)) {
    const literals = new Set(text.split('|'))
    return (value) => literals.has(value)
  }
  const program: Instruction[] = []
  const add = (instruction: Instruction) => {
    if (program.length >= MOST_INSTRUCTIONS) throw new Error('the pattern is too large')
    return program.push(instruction) - 1
  }
  const start = compile(parsePattern(text), add, add({ kind: 'match' }))
  return (value) => runs(program, start, value)
}

/** Adds the instructions of a node before `next`; returns the first of them. */
function compile(node: PatternNode, add: (one: Instruction) => number, next: number): number {
  switch (node.kind) {
    case 'characters':
      return add({ kind: 'character', accepts: node.accepts, next })
    case 'start':
    case 'end':
      return add({ kind: node.kind, next })
    case 'sequence':
      return node.parts.reduceRight((after, part) => compile(part, add, after), next)
    case 'either':
      return node.parts
        .map((part) => compile(part, add, next))
        .reduceRight((other, one) => add({ kind: 'split', next: one, other }))
    case 'repeat':
      return repeat(node, add, next)
  }
}

function repeat(
  { part, least, most }: Extract<PatternNode, { kind: 'repeat' }>,
  add: (one: Instruction) => number,
  next: number,
): number {
  let from = next
  if (most === Number.POSITIVE_INFINITY) {
    const loop: Extract<Instruction, { kind: 'split' }> = { kind: 'split', next, other: next }
    from = add(loop)
    loop.next = compile(part, add, from)
  } else
    for (let count = least; count < most; count += 1)
      from = add({ kind: 'split', next: compile(part, add, from), other: next })
  for (let count = 0; count < least; count += 1) from = compile(part, add, from)
  return from
}

/** Follows all ways through the program at once, one character of the value after the other. */
function runs(program: readonly Instruction[], start: number, value: string): boolean {
  let reachedSteps = new Set<number>()
  follow(program, reachedSteps, { from: start, atStart: true, atEnd: value === '' })
  let position = 0
  for (const character of value) {
    position += character.length
    const next = new Set<number>()
    for (const index of reachedSteps) {
      const one = program[index]!
      if (one.kind === 'character' && one.accepts(character))
        follow(program, next, { from: one.next, atStart: false, atEnd: position === value.length })
    }
    if (next.size === 0) return false
    reachedSteps = next
  }
  return [...reachedSteps].some((index) => program[index]!.kind === 'match')
}

/** Adds an instruction and all that follow it without a character. */
function follow(
  program: readonly Instruction[],
  reachedSteps: Set<number>,
  { from, atStart, atEnd }: { from: number; atStart: boolean; atEnd: boolean },
): void {
  const open = [from]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    if (reachedSteps.has(index)) continue
    reachedSteps.add(index)
    const one = program[index]!
    if (one.kind === 'split') open.push(one.next, one.other)
    else if ((one.kind === 'start' && atStart) || (one.kind === 'end' && atEnd)) open.push(one.next)
  }
}
