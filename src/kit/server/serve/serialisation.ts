import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { schemaIn } from './lazy-schema.ts'

const compilerOf = SerializerSelector()

/**
 * Fastify's own serialisers, each compiled at its first use: most responses of a portal are never requested in a day,
 * and all serialisers together would be a fifth of its memory and of its start.
 */
export const buildSerializer: typeof compilerOf = (schemas, options) => {
  const compile = compilerOf(schemas, options)
  return (route) => {
    let write: ReturnType<typeof compile> | undefined
    return (value) => {
      write ??= compile({ ...route, schema: schemaIn(route.schema) })
      return write(value)
    }
  }
}
