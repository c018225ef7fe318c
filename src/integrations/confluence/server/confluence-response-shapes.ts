import * as z from 'zod/mini'
import type { ResponseShape } from '#kit/server/vendor/response-shape.ts'

const links = z.nullish(
  z.object({ next: z.nullish(z.string()), webui: z.nullish(z.string()), base: z.nullish(z.string()) }),
)
const page = z.object({
  id: z.string(),
  title: z.string(),
  status: z.nullish(z.string()),
  parentId: z.nullish(z.string()),
  version: z.nullish(z.object({ number: z.nullish(z.int()) })),
  _links: links,
})

/** What is read of the responses of Confluence. */
export const confluenceShapes: readonly ResponseShape[] = [
  {
    method: 'GET',
    path: /\/wiki\/api\/v2\/spaces$/,
    body: z.object({ results: z.array(z.object({ id: z.string(), key: z.string() })) }),
  },
  { method: 'GET', path: /\/wiki\/api\/v2\/pages$/, body: z.object({ results: z.array(page), _links: links }) },
  {
    method: 'GET',
    path: /\/wiki\/api\/v2\/pages\/[^/]+$/,
    body: z.object({
      body: z.nullish(z.object({ atlas_doc_format: z.nullish(z.object({ value: z.nullish(z.string()) })) })),
    }),
  },
]
