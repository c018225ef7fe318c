import * as z from 'zod/mini'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { LazySchema } from './lazy-schema.ts'

type JsonSchema = Record<string, unknown>

/** Where a schema stores the error text that its pattern was declared with. */
export const WORDS = 'x-words'

const nothing = z.strictObject({})

/**
 * The JSON schemas that Fastify validates, serialises and documents with, each made from its zod declaration at its
 * first use. Request objects reject unknown members; reply objects leave surplus members out.
 */
export function schemasOf({ params, query, body, media, reply }: AnyEndpoint): {
  params?: LazySchema
  querystring: LazySchema
  body?: LazySchema
  reply?: LazySchema
} {
  return {
    ...(params ? { params: new LazySchema(() => requestSchema(params)) } : {}),
    querystring: new LazySchema(() => requestSchema(query ?? nothing)),
    ...(body && !media?.consumes ? { body: new LazySchema(() => requestSchema(body)) } : {}),
    ...(reply ? { reply: new LazySchema(() => replySchema(reply)) } : {}),
  }
}

function requestSchema(schema: z.ZodMiniType): JsonSchema {
  return withoutDialect(
    z.toJSONSchema(schema, {
      target: 'draft-7',
      io: 'input',
      override: ({ zodSchema, jsonSchema }) => {
        for (const part of [jsonSchema, ...(jsonSchema.allOf ?? [])] as JsonSchema[]) {
          const words = part.pattern && wordsOf(zodSchema, String(part.pattern))
          if (words) part[WORDS] = words
        }
      },
    }),
  )
}

/** The error text that a pattern of the schema was declared with. */
export function wordsOf({ _zod: { def } }: z.core.$ZodType, pattern: string): string | undefined {
  for (const check of def.checks ?? []) {
    const { pattern: own, error } = check._zod.def as { pattern?: RegExp; error?: unknown }
    if (own?.source === pattern && typeof error === 'function') return String(error())
  }
  return undefined
}

function replySchema(schema: z.ZodMiniType): JsonSchema {
  return withoutDialect(
    z.toJSONSchema(schema, {
      target: 'draft-7',
      io: 'output',
      // A surplus column in a nullable object or a union would make the serialiser throw; without this it is left out.
      override: ({ jsonSchema }) => {
        if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
      },
    }),
  )
}

function withoutDialect({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return schema
}
