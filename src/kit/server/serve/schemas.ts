import * as z from 'zod/mini'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { LateSchema } from './late-schema.ts'

type JsonSchema = Record<string, unknown>

/**
 * The JSON schemas that Fastify validates, serialises and documents with, each made from its zod declaration at its
 * first use. Request objects refuse unknown members; reply objects leave surplus members out.
 */
export function schemasOf({ params, query, body, media, reply }: AnyEndpoint): {
  params?: LateSchema
  querystring?: LateSchema
  body?: LateSchema
  reply?: LateSchema
} {
  return {
    ...(params ? { params: new LateSchema(() => requestSchema(params)) } : {}),
    ...(query ? { querystring: new LateSchema(() => requestSchema(query)) } : {}),
    ...(body && !media?.consumes ? { body: new LateSchema(() => requestSchema(body)) } : {}),
    ...(reply ? { reply: new LateSchema(() => replySchema(reply)) } : {}),
  }
}

function requestSchema(schema: z.ZodMiniType): JsonSchema {
  return withoutDialect(z.toJSONSchema(schema, { target: 'draft-7', io: 'input' }))
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
