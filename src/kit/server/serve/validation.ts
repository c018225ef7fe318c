import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FieldProblem } from '#kit/contract/problem.ts'
import { flawOfType, type ValidationIssue, validationMessage } from '#kit/contract/validation-messages.ts'
import { HttpProblem } from '../http-problem.ts'
import { schemaIn } from './lazy-schema.ts'
import { WORDS } from './schemas.ts'

const strict = { removeAdditional: false, useDefaults: true, allErrors: false, verbose: true, strict: false } as const
// Query and path arrive as text and are converted to numbers and lists; bodies are used unchanged.
const textual = withFormats(new Ajv({ ...strict, coerceTypes: 'array' }))
const literal = withFormats(new Ajv({ ...strict, coerceTypes: false }))

/** Compiles a request schema at its first use; an error is a 400 that names the field. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= (httpPart === 'body' ? literal : textual).compile(schemaIn(schema))
    if (validate(value)) return { value }
    return {
      error: new HttpProblem(
        kitProblems['validation-failed'],
        {},
        { fields: fieldsOf(validate.errors ?? [], httpPart) },
      ),
    }
  }
}

/** Turns ajv's errors into field problems with readable texts. */
export function fieldsOf(errors: readonly ErrorObject[], part = 'body'): FieldProblem[] {
  const fieldProblems = new Map<string, FieldProblem>()
  // Of the branches of a nullable value the other one has the error.
  const telling = errors.filter(({ keyword, params }) => keyword !== 'anyOf' && params.type !== 'null')
  for (const error of telling.length > 0 ? telling : errors) {
    const field = fieldOf(error, part)
    if (!fieldProblems.has(field.path)) fieldProblems.set(field.path, field)
  }
  return [...fieldProblems.values()]
}

function fieldOf(error: ErrorObject, part: string): FieldProblem {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const inside = (name: unknown) => (path ? `${path}.${name}` : String(name))
  switch (error.keyword) {
    case 'additionalProperties': {
      const allowedNames = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
      return {
        path: inside(error.params.additionalProperty),
        message: `is not allowed; allowed: ${allowedNames.join(', ') || 'nothing'}`,
      }
    }
    case 'required':
      return { path: inside(error.params.missingProperty), message: validationMessage('missing') }
    case 'enum':
      return { path, message: `must be one of ${error.params.allowedValues.join(', ')}` }
    case 'const':
      return { path, message: `must be ${error.params.allowedValue}` }
    case 'pattern':
      return { path, message: sortHint(path, error.params.pattern) ?? ownWords(error) ?? validationMessage('form') }
    case 'type':
      return { path: path || part, message: validationMessage(flawOfType(String(error.params.type))) }
    case 'format':
      return { path, message: validationMessage(flawOfType(String(error.params.format))) }
    default:
      return { path: path || part, message: limitWords(error) }
  }
}

const flawOfLimit: Readonly<Record<string, ValidationIssue>> = {
  minLength: 'tooShort',
  maxLength: 'tooLong',
  minimum: 'tooSmall',
  maximum: 'tooLarge',
  minItems: 'tooFew',
  maxItems: 'tooMany',
}

function limitWords({ keyword, params }: ErrorObject): string {
  if (keyword === 'minLength' && params.limit === 1) return validationMessage('empty')
  return validationMessage(flawOfLimit[keyword] ?? 'form', params.limit)
}

function ownWords({ parentSchema }: ErrorObject): string | undefined {
  return (parentSchema as { [WORDS]?: string } | undefined)?.[WORDS]
}

function sortHint(path: string, pattern: string): string | undefined {
  const fields = path.startsWith('sort') ? /^\^\(([^)]*)\)/.exec(pattern)?.[1] : undefined
  return fields && `must be a field with ,ASC or ,DESC; fields: ${fields.replaceAll('|', ', ')}`
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv)
  return ajv
}
