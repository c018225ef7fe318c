import * as z from 'zod/mini'
import { wordsOf } from '../serve/schemas.ts'

/** A JSON schema, or another part of the description. */
export type JsonSchema = Record<string, unknown>

/** The names of the schemas of the contracts. */
export type SchemaNames = z.core.$ZodRegistry<{ id: string }>

/** Formats that say what a pattern beside them repeats. */
const standard = new Set(['date-time', 'date', 'time', 'duration', 'email', 'uri', 'uuid', 'ipv4', 'ipv6'])

/**
 * The schemas of the description. Those with a name in the contracts become components, once for what a reply has, and
 * as `…InRequest` where a request may send another shape (members with a default are optional there).
 */
export class DescribedSchemas {
  readonly #names: SchemaNames
  readonly #made = { input: new Map<string, JsonSchema>(), output: new Map<string, JsonSchema>() }

  constructor(names: SchemaNames) {
    this.#names = names
  }

  /** The schema in JSON; `$ref` leads to `#/input/…` or `#/output/…` until all are known: `placed`. */
  of(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
    // Wrapped, because zod names what stands inside of a schema, and not the schema itself.
    const { properties, $defs = {} } = z.toJSONSchema(z.object({ schema }), {
      target: 'draft-2020-12',
      io,
      metadata: this.#names,
      override: ({ zodSchema, jsonSchema }) => describe(zodSchema, jsonSchema as JsonSchema, io),
    }) as unknown as { properties: { schema: JsonSchema }; $defs?: Record<string, JsonSchema> }
    for (const [name, { id: _, ...schema }] of Object.entries($defs))
      if (!this.#made[io].has(name)) this.#made[io].set(name, leadTo(io, schema))
    return leadTo(io, properties.schema)
  }

  /** The components, and a function that makes the references of a part lead to them. */
  components(): { schemas: Record<string, JsonSchema>; placed: <T>(part: T) => T } {
    const { input, output } = this.#made
    const differs = (name: string): boolean =>
      output.has(name) &&
      (neutral(input.get(name)) !== neutral(output.get(name)) || refsOf(input.get(name)).some((one) => differs(one)))
    const nameOf = (io: string, name: string) => (io === 'input' && differs(name) ? `${name}InRequest` : name)
    const placeRefs = <T>(part: T): T =>
      JSON.parse(
        JSON.stringify(part).replaceAll(
          /"#\/(input|output)\/([^"]+)"/g,
          (_, io: string, name: string) => `"#/components/schemas/${nameOf(io, name)}"`,
        ),
      )
    const all = [...output, ...[...input].map(([name, schema]) => [nameOf('input', name), schema] as const)]
    return { schemas: placeRefs(Object.fromEntries(all)), placed: placeRefs }
  }
}

/** A longer pattern that was declared with words is left to the words. */
const LONGEST_BESIDE_WORDS = 50

/** Rewrites a made schema for readers: it is not what requests are validated with. */
function describe(zodSchema: z.core.$ZodType, schema: JsonSchema, io: 'input' | 'output'): void {
  // A reader must expect members that a later version adds.
  if (io === 'output' && schema.additionalProperties === false) delete schema.additionalProperties
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  const { pattern: own } = zodSchema._zod.def as { pattern?: RegExp }
  for (const part of [schema, ...((schema.allOf ?? []) as JsonSchema[])]) {
    if (typeof part.pattern !== 'string') continue
    const words = wordsOf(zodSchema, part.pattern)
    if (words) part.description = words
    const isFormat = standard.has(String(schema.format)) && part.pattern === own?.source
    if (isFormat || (words && part.pattern.length > LONGEST_BESIDE_WORDS)) delete part.pattern
  }
  if (schema.type === 'string' && schema.allOf) mergePatterns(schema, schema.allOf as JsonSchema[])
}

/** A text with several patterns: their words become one description, and a pattern alone stands beside it. */
function mergePatterns(schema: JsonSchema, parts: readonly JsonSchema[]): void {
  delete schema.allOf
  const patterns = parts.flatMap(({ pattern }) => (pattern ? [{ pattern }] : []))
  const words = new Set([schema, ...parts].flatMap(({ description }) => (description ? [description] : [])))
  if (words.size > 0) schema.description = [...words].join(' ')
  if (patterns.length > 1) schema.allOf = patterns
  else Object.assign(schema, ...patterns)
}

/** `{anyOf: [{type: 'string', …}, {type: 'null'}]}` is the same as `{type: ['string', 'null'], …}`. */
function mergeNull(_: string, value: unknown): unknown {
  const { anyOf, ...around } = (value ?? {}) as { anyOf?: unknown }
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return value
  const [one, other] = anyOf as [JsonSchema, JsonSchema]
  if (other.type !== 'null' || !single.has(String(one.type)) || one.enum || one.const !== undefined) return value
  return { ...around, ...one, type: [one.type, 'null'] }
}

const single = new Set(['string', 'integer', 'number', 'boolean'])

function leadTo<T>(io: 'input' | 'output', schema: T): T {
  return JSON.parse(JSON.stringify(schema, mergeNull).replaceAll('"#/$defs/', `"#/${io}/`))
}

function neutral(schema: JsonSchema | undefined): string {
  return JSON.stringify(schema).replaceAll('"#/output/', '"#/input/')
}

function refsOf(schema: JsonSchema | undefined): string[] {
  return [...JSON.stringify(schema).matchAll(/"#\/input\/([^"]+)"/g)].map(([, name]) => name as string)
}
