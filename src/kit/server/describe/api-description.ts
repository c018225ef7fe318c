import type { PortalConfig } from '../portal.ts'
import type { JsonSchema } from './described-schemas.ts'

/** Parts of the description by their names. */
export type Parts = Record<string, JsonSchema>

/** The parts of an operation that are shared. */
export type Operation = JsonSchema & {
  readonly parameters?: JsonSchema[]
  readonly responses: Parts
}

/** An OpenAPI 3.1 document. */
export type ApiDescription = {
  readonly openapi: string
  readonly info: JsonSchema
  readonly security: readonly JsonSchema[]
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: Readonly<Record<'schemas' | 'responses' | 'parameters' | 'headers' | 'securitySchemes', Parts>>
}

/** The description as a portal with these settings sends it. */
export function describedFor(config: PortalConfig, description: ApiDescription): ApiDescription {
  return {
    ...description,
    info: { ...description.info, title: titleOf(config) },
    components: { ...description.components, securitySchemes: securitySchemesOf(config) },
  }
}

/** The name of the API. */
export function titleOf({ portalName }: PortalConfig): string {
  return `${portalName} API`
}

/** How callers authenticate. */
export function securitySchemesOf({ cookiePrefix }: PortalConfig): Parts {
  return {
    session: { type: 'apiKey', in: 'cookie', name: `${cookiePrefix}cosp_access_token` },
    token: { type: 'http', scheme: 'bearer' },
    basic: { type: 'http', scheme: 'basic' },
  }
}
