import type { Schema } from './api-description.ts'

/** A row of a schema's table: a property at its depth, and the schema that describes it. */
export type SchemaLine = {
  readonly path: string
  readonly name: string
  readonly depth: number
  readonly required: boolean
  readonly schema: Schema
}

const DEEPEST = 4

/** The properties of an object and of its nested objects, each below its parent. */
export function schemaLines(schema: Schema, depth = 0, above = ''): SchemaLine[] {
  const whole = inner(schema)
  if (depth > DEEPEST) return []
  return Object.entries(whole.properties ?? {}).flatMap(([name, one]) => {
    const path = `${above}/${name}`
    const isRequired = whole.required?.includes(name) ?? false
    return [{ path, name, depth, required: isRequired, schema: one }, ...schemaLines(one, depth + 1, path)]
  })
}

/** The object inside a list, a choice with null, or a sum of objects. */
function inner(schema: Schema): Schema {
  if (schema.items) return inner(schema.items)
  if (schema.allOf) return mergeSchemas(schema.allOf.map(inner))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return inner(choices.find((one) => inner(one).properties) ?? {})
  return schema
}

function mergeSchemas(parts: readonly Schema[]): Schema {
  return {
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => required ?? []),
  }
}

/** An example value of a schema: the first of a choice, defaults, required properties. */
export function exampleOf(schema: Schema): unknown {
  if (schema.default !== undefined) return schema.default
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = schema.anyOf?.[0] ?? schema.oneOf?.[0]
  if (choice) return exampleOf(choice)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'array') return schema.items ? [exampleOf(schema.items)] : []
  if (type === 'integer' || type === 'number') return Math.max(schema.minimum ?? 0, 1)
  if (type === 'boolean') return true
  if (type === 'string') return stringLike(schema.format)
  const object = inner(schema)
  const names = object.required?.length ? object.required : Object.keys(object.properties ?? {}).slice(0, 1)
  return Object.fromEntries(names.map((name) => [name, exampleOf(object.properties?.[name] ?? {})]))
}

function stringLike(format: string | undefined): string {
  if (format === 'date') return '2027-01-04'
  if (format === 'date-time') return '2027-01-04T09:00:00.000Z'
  return format === 'email' ? 'name@operator.example' : 'text'
}
