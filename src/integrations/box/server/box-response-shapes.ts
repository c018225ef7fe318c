import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

/** A file with the fields that are read of it. */
export const BoxFile = z.object({
  id: z.string(),
  name: z.string(),
  size: z.number(),
  sha1: z.string(),
  file_version: z.object({ id: z.string() }),
})
/** A file, a folder or a web link of a folder. */
const BoxItem = z.object({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  size: z.nullish(z.number()),
  modified_at: z.nullish(z.string()),
})
export const BoxItems = z.object({ total_count: z.number(), entries: z.array(BoxItem) })
const BoxParent = z.object({ id: z.string(), name: z.string() })
export const BoxFolder = z.object({
  ...BoxParent.shape,
  path_collection: z.object({ entries: z.array(BoxParent) }),
})
/** What a link leads to. */
export const BoxShared = z.object({ id: z.string(), type: z.string() })

/** What is read of the responses of Box. */
export const boxShapes: readonly ResponseShape[] = [
  { method: 'GET', path: /\/files\/\d+$/, body: BoxFile },
  { method: 'GET', path: /\/folders\/\d+$/, body: BoxFolder },
  { method: 'GET', path: /\/folders\/\d+\/items$/, body: BoxItems },
  { method: 'GET', path: /\/shared_items$/, body: BoxShared },
]
