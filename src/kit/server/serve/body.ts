import type { FastifyInstance } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { Refusal } from '../refusal.ts'

const DEEPEST = 50

/**
 * The one JSON parser: refuses `__proto__` and `constructor.prototype`, nesting over 50 and NUL characters (which
 * PostgreSQL cannot hold). An empty body is no body.
 */
export function parseJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    parse(request, text as string, (failure, value) => {
      if (failure) return done(unreadable('it is not valid JSON'))
      const flaw = flawOf(value)
      return flaw ? done(unreadable(flaw)) : done(null, value)
    })
  })
}

/** What makes a parsed value unfit to be stored, or undefined. */
export function flawOf(value: unknown): string | undefined {
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    if (typeof next.value === 'string' && next.value.includes('\0')) return 'it has a NUL character'
    if (typeof next.value !== 'object' || next.value === null) continue
    if (next.depth >= DEEPEST) return `it is nested deeper than ${DEEPEST}`
    for (const [name, member] of Object.entries(next.value)) {
      if (name.includes('\0')) return 'it has a NUL character'
      open.push({ value: member, depth: next.depth + 1 })
    }
  }
  return undefined
}

function unreadable(reason: string): Refusal {
  return new Refusal(kitProblems['body-unreadable'], { reason })
}
