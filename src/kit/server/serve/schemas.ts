import * as z from 'zod/mini'
import type { AnyEndpoint } from '#kit/contract/endpoint.ts'

type JsonSchema = Record<string, unknown>

/**
 * The JSON schemas that Fastify validates, serialises and documents with, made once at start from the zod
 * declarations. Request objects refuse unknown members; reply objects leave surplus members out.
 */
export function schemasOf(endpoint: AnyEndpoint): {
  params?: JsonSchema
  querystring?: JsonSchema
  body?: JsonSchema
  reply?: JsonSchema
} {
  return {
    ...(endpoint.params ? { params: requestSchema(endpoint.params) } : {}),
    ...(endpoint.query ? { querystring: requestSchema(endpoint.query) } : {}),
    ...(endpoint.body && !endpoint.media?.consumes ? { body: requestSchema(endpoint.body) } : {}),
    ...(endpoint.reply ? { reply: replySchema(endpoint.reply) } : {}),
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
