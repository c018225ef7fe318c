import type * as z from 'zod/mini'
import { IntegrationError } from './vendor-error.ts'

/**
 * What a connector reads of the responses to one kind of call: the fields with their types. Fields that it does not read
 * are left out, and those that the system may leave out are optional.
 */
export type ResponseShape = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** The path of the request, without its query. */
  readonly path: RegExp
  readonly body: z.ZodMiniType
}

const words: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'yes or no',
  array: 'a list',
  object: 'an object',
}

/**
 * The error of a response that has another form than its connector reads: it names the first field that is wrong, and
 * no value. Undefined where it is as declared, or nothing is declared.
 */
export function wrongShape(
  shapes: readonly ResponseShape[],
  call: { readonly name: string; readonly method: string; readonly path: string; readonly status: number },
  body: unknown,
): IntegrationError | undefined {
  const shape = shapes.find(({ method, path }) => method === call.method && path.test(call.path))
  const issue = shape?.body.safeParse(body).error?.issues[0]
  if (!issue) return undefined
  const field = issue.path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text && '.'}${String(part)}`),
    '',
  )
  const expectedKind = issue.code === 'invalid_type' ? words[issue.expected] : undefined
  const is = kindOf(issue.path.reduce<unknown>((value, part) => (value as Record<PropertyKey, unknown>)?.[part], body))
  const text = `${field || 'the response'} is ${is}${expectedKind ? ` instead of ${expectedKind}` : ''}`
  return new IntegrationError(`${call.name} responded in another form than before: ${text}.`, {
    fault: 'shape',
    status: call.status,
  })
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'absent'
  if (value === null) return 'empty'
  return (Array.isArray(value) ? words.array : words[typeof value]) ?? 'something else'
}
