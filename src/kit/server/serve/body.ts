import type { FastifyInstance } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FieldProblem } from '#kit/contract/problem.ts'
import { validationMessage } from '#kit/contract/validation-messages.ts'
import { HttpProblem } from '../http-problem.ts'
import { DEEPEST, excessOf, MOST_VALUES } from './json-size.ts'

/**
 * The one JSON parser: rejects `__proto__` and `constructor.prototype`, more values or levels than `excessOf` allows, and
 * what PostgreSQL cannot store. Of a member that occurs twice the last one counts and the first is dropped; as nothing
 * else ever reads the text, no code sees another value. An empty body is no body.
 */
export function parseJsonBodies(http: FastifyInstance): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, finish) => {
    if (text === '') return finish(null, undefined)
    if (!isUtf8(request.headers['content-type'])) return finish(new HttpProblem(kitProblems['media-type-unsupported']))
    const problem = problemOfSize(text as string)
    if (problem) return finish(problem)
    parse(request, text as string, (failure, value) => {
      if (failure) return finish(unreadableProblem('it is not valid JSON'))
      const flaw = findInvalidText(value)
      return flaw
        ? finish(new HttpProblem(kitProblems['validation-failed'], {}, { fields: [flaw] }))
        : finish(null, value)
    })
  })
}

/** Rejects a text that would be much work as JSON, before it is parsed. */
export function requireParsable(text: string): void {
  const problem = problemOfSize(text)
  if (problem) throw problem
}

function problemOfSize(text: string): HttpProblem | undefined {
  const excess = excessOf(text)
  if (excess === 'values')
    return new HttpProblem(kitProblems['payload-too-large'], { limit: `${MOST_VALUES.toLocaleString('en')} values` })
  const deep = { path: 'body', message: validationMessage('deep', DEEPEST) }
  return excess && new HttpProblem(kitProblems['validation-failed'], {}, { fields: [deep] })
}

/** The reason why a parsed value cannot be stored and its place, or undefined. `part` names the value as a whole. */
export function findInvalidText(value: unknown, part = 'body'): FieldProblem | undefined {
  const flaw = flawIn(value, 0)
  return flaw && { path: flaw.path.join('.') || part, message: flaw.message }
}

type Flaw = { readonly path: string[]; readonly message: string }

function flawIn(value: unknown, depth: number): Flaw | undefined {
  if (typeof value === 'string') return canBeStored(value) ? undefined : unstorable()
  if (typeof value !== 'object' || value === null) return undefined
  if (depth >= DEEPEST) return { path: [], message: validationMessage('deep', DEEPEST) }
  const isList = Array.isArray(value)
  // Names of list elements are made for the one with a flaw alone: a list may have tens of thousands.
  const names = isList ? undefined : Object.keys(value)
  const length = isList ? value.length : names!.length
  for (let index = 0; index < length; index += 1) {
    const name = names?.[index]
    if (name !== undefined && !canBeStored(name)) return unstorable()
    const flaw = flawIn(isList ? value[index] : (value as Record<string, unknown>)[name!], depth + 1)
    if (flaw) return { ...flaw, path: [name ?? String(index), ...flaw.path] }
  }
  return undefined
}

function unstorable(): Flaw {
  return { path: [], message: validationMessage('unstorable') }
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

function unreadableProblem(reason: string): HttpProblem {
  return new HttpProblem(kitProblems['body-unreadable'], { reason })
}
