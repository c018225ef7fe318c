import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { FastifySchemaCompiler } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import type { FieldProblem } from '#kit/contract/problem.ts'
import { Refusal } from '../refusal.ts'
import { schemaIn } from './late-schema.ts'

const strict = { removeAdditional: false, useDefaults: true, allErrors: false, verbose: true, strict: false } as const
// Query and path come as text and are turned into numbers and lists; bodies are taken as they are.
const textual = withFormats(new Ajv({ ...strict, coerceTypes: 'array' }))
const literal = withFormats(new Ajv({ ...strict, coerceTypes: false }))

/** Compiles a request schema at its first use; what it finds wrong is a 400 that names the field. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  let validate: ValidateFunction | undefined
  return (value) => {
    validate ??= (httpPart === 'body' ? literal : textual).compile(schemaIn(schema))
    if (validate(value)) return { value }
    return {
      error: new Refusal(kitProblems['validation-failed'], {}, { fields: fieldsOf(validate.errors ?? [], httpPart) }),
    }
  }
}

/** Turns ajv's findings into field problems in plain words. */
export function fieldsOf(errors: readonly ErrorObject[], part = 'body'): FieldProblem[] {
  const found = new Map<string, FieldProblem>()
  for (const error of errors) {
    const field = fieldOf(error, part)
    if (!found.has(field.path)) found.set(field.path, field)
  }
  return [...found.values()]
}

function fieldOf(error: ErrorObject, part: string): FieldProblem {
  const path = error.instancePath.slice(1).replaceAll('/', '.')
  const inside = (name: unknown) => (path ? `${path}.${name}` : String(name))
  switch (error.keyword) {
    case 'additionalProperties': {
      const allowed = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {})
      return {
        path: inside(error.params.additionalProperty),
        message: `is not known here; allowed: ${allowed.join(', ') || 'nothing'}`,
      }
    }
    case 'required':
      return { path: inside(error.params.missingProperty), message: 'is required' }
    case 'enum':
      return { path, message: `must be one of ${error.params.allowedValues.join(', ')}` }
    case 'const':
      return { path, message: `must be ${error.params.allowedValue}` }
    case 'pattern':
      return { path, message: sortHint(path, error.params.pattern) ?? 'does not have the form that is asked for' }
    default:
      return { path: path || part, message: error.message ?? 'is not valid' }
  }
}

function sortHint(path: string, pattern: string): string | undefined {
  const fields = path.startsWith('sort') ? /^\^\(([^)]*)\)/.exec(pattern)?.[1] : undefined
  return fields && `must be a field with ,ASC or ,DESC; fields: ${fields.replaceAll('|', ', ')}`
}

function withFormats(ajv: Ajv): Ajv {
  addFormats.default(ajv)
  return ajv
}
