import type { FastifyInstance } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FieldProblem } from '#kit/contract/problem.ts'
import { validationMessage } from '#kit/contract/validation-messages.ts'
import { HttpProblem } from '../http-problem.ts'

const DEEPEST = 50

/**
 * The one JSON parser: rejects `__proto__` and `constructor.prototype`, nesting over 50 and what PostgreSQL cannot
 * store. Of a member that occurs twice the last one counts and the first is dropped; as nothing else ever reads the
 * text, no code sees another value. An empty body is no body.
 */
export function parseJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined)
    if (!isUtf8(request.headers['content-type'])) return done(new HttpProblem(kitProblems['media-type-unsupported']))
    parse(request, text as string, (failure, value) => {
      if (failure) return done(unreadable('it is not valid JSON'))
      const flaw = findInvalidText(value)
      return flaw ? done(new HttpProblem(kitProblems['validation-failed'], {}, { fields: [flaw] })) : done(null, value)
    })
  })
}

/** The reason why a parsed value cannot be stored and its place, or undefined. `part` names the value as a whole. */
export function findInvalidText(value: unknown, part = 'body'): FieldProblem | undefined {
  const open: { value: unknown; path: readonly string[] }[] = [{ value, path: [] }]
  const at = (path: readonly string[], message: string) => ({ path: path.join('.') || part, message })
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next
    if (typeof value === 'string' && !canBeStored(value)) return at(path, validationMessage('unstorable'))
    if (typeof value !== 'object' || value === null) continue
    if (path.length >= DEEPEST) return at(path.slice(0, 1), validationMessage('deep', DEEPEST))
    for (const [name, member] of Object.entries(value)) {
      if (!canBeStored(name)) return at(path, validationMessage('unstorable'))
      open.push({ value: member, path: [...path, name] })
    }
  }
  return undefined
}

/** PostgreSQL cannot store NUL, nor half of a surrogate pair: it would be another character afterwards, or no JSON. */
function canBeStored(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text)
}

/** JSON is UTF-8 (RFC 8259); the encoding of other bytes is not guessed. */
function isUtf8(contentType = ''): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}

function unreadable(reason: string): HttpProblem {
  return new HttpProblem(kitProblems['body-unreadable'], { reason })
}
