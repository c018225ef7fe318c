type JsonSchema = Record<string, unknown>

/**
 * A JSON schema that is made when first needed: a portal has a thousand of them, and few are needed in a day. Fastify
 * passes on to its compilers unchanged what is no plain object.
 */
export class LazySchema {
  readonly #make: () => JsonSchema
  #made: JsonSchema | undefined

  constructor(make: () => JsonSchema) {
    this.#make = make
  }

  get made(): JsonSchema {
    this.#made ??= this.#make()
    return this.#made
  }
}

/** The schema itself, whichever of the two it is. */
export function schemaIn<T>(schema: T | LazySchema): T | JsonSchema {
  return schema instanceof LazySchema ? schema.made : schema
}
