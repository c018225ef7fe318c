import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { type ApiDescription, describedFor } from '#kit/server/describe/api-description.ts'
import type { PortalConfig } from '#kit/server/portal.ts'

/** The description that `npm run openapi` wrote; it has the same relative path from `src` and from `dist`. */
export const apiDescriptionFile = fileURLToPath(new URL('../../../../../openapi.json', import.meta.url))

/** Its text with the names of this portal. */
export async function readDescription(config: PortalConfig): Promise<string> {
  const description: ApiDescription = JSON.parse(await readFile(apiDescriptionFile, 'utf8'))
  return JSON.stringify(describedFor(config, description))
}
