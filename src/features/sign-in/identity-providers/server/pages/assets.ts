import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { AppContext } from '#kit/server/portal.ts'

const types = {
  'inter.woff2': 'font/woff2',
  'mark.svg': 'image/svg+xml',
  'network.svg': 'image/svg+xml',
  'network-dark.svg': 'image/svg+xml',
  'passkey.js': 'text/javascript; charset=utf-8',
  'sign-in.css': 'text/css; charset=utf-8',
  'sign-in.js': 'text/javascript; charset=utf-8',
} as const
type Name = keyof typeof types

const files = new Map(
  Object.entries(types).map(([name, type]) => {
    const bytes = readFileSync(new URL(`../assets/${name}`, import.meta.url))
    return [name, { type, bytes, mark: createHash('sha256').update(bytes).digest('base64url').slice(0, 10) }]
  }),
)

/** The address of a page's file; it changes with the content. */
export function assetUrl(name: Name): string {
  return `/signin/assets/${files.get(name)!.mark}/${name}`
}

/** Serves the files of the sign-in pages, cacheable without limit. */
export function serveAssets({ http }: AppContext): void {
  for (const [name, { type, bytes }] of files) {
    http.get(`/signin/assets/:mark/${name}`, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
    )
  }
}
