import type { FastifyInstance } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { Refusal } from '../refusal.ts'

const DEEPEST = 50

/**
 * The one JSON parser: refuses `__proto__` and `constructor.prototype`, nesting over 50 and NUL characters (which
 * PostgreSQL cannot hold). Of a member that is written twice the last one counts and the first is gone; as nothing else
 * ever reads the text, nobody sees another value. An empty body is no body.
 */
export function parseJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (!isUtf8(request.headers['content-type'])) return done(new Refusal(kitProblems['media-type-unsupported']))
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

/** JSON is UTF-8 (RFC 8259); bytes that claim to be something else are not guessed at. */
function isUtf8(contentType = ''): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

function unreadable(reason: string): Refusal {
  return new Refusal(kitProblems['body-unreadable'], { reason })
}
