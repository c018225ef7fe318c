import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { AppContext } from '#kit/server/portal.ts'
import { REPORTS } from './policy-reports.ts'
import { preloadLinks } from './preload-links.ts'

/** Where the web build is, seen from `src/server` and from `dist/server` alike. */
const webBuildFolder = fileURLToPath(new URL('../../dist/public', import.meta.url))
/** Paths that the server alone handles; the API reference is a page like others. */
const notPages =
  /^\/(api(?!\/docs\/?$)|idp|oauth2|login|logout|signin|healthz|readyz|metrics|assets|s|v2|\.well-known)(\/|$)/

/**
 * Serves the web application: hashed files with permanent caching, the one page for every address that is a page. Its
 * script is allowed by hash; nothing else may run or be framed.
 */
export async function serveWeb(portal: AppContext): Promise<void> {
  const index = join(webBuildFolder, 'index.html')
  if (!existsSync(index)) return
  const page = nameIn(readFileSync(index, 'utf8'), portal.config.portalName)
  const headers = {
    'content-security-policy': policyOf(page),
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
  }
  const ahead = preloadLinks(webBuildFolder)
  const names = new Set(readdirSync(join(webBuildFolder, 'assets')))
  const etag = `"${createHash('sha256').update(page).digest('base64url').slice(0, 22)}"`
  await portal.http.register(async (files) => {
    // After the hook of the whole server, which forbids caching; an error response forbids it again.
    files.addHook('onRequest', async (_, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable')
    })
    // Its own route reads the whole directory at each request, to compare the spelling of the name.
    await files.register(fastifyStatic, {
      root: join(webBuildFolder, 'assets'),
      serve: false,
      index: false,
      cacheControl: false,
      preCompressed: true,
    })
    // One route for all: a route for each of five hundred files was a tenth of the start time.
    files.get<{ Params: { name: string } }>('/assets/:name', (request, reply) => {
      const { name } = request.params
      return names.has(name) ? reply.sendFile(name) : reply.callNotFound()
    })
  })
  portal.http.addHook('onRequest', async (request, reply) => {
    if (request.is404 && request.method === 'GET' && isPage(request.url, request.headers.accept)) {
      reply.headers(headers).header('etag', etag)
      // A visitor who is not signed in would only get the same denial twice. The page itself needs no database.
      const session = await portal.identify(request).catch(() => null)
      if (session) reply.header('link', ahead(request.url, session.actor))
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return reply.send(page)
    }
  })
}

/** The page with the name of the portal as its title until a page of the application sets its own. */
function nameIn(page: string, portalName: string): string {
  const escapedName = portalName.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return page.replace(/<title>[^<]*<\/title>/, () => `<title>${escapedName}</title>`)
}

function isPage(url: string, accept: string | undefined): boolean {
  return !notPages.test(url.split('?')[0] ?? '') && (accept === undefined || /text\/html|\*\/\*/.test(accept))
}

/** The content security policy of the page, with the hash of each script written in it. */
function policyOf(page: string): string {
  const hashes = [...page.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script]) =>
      `'sha256-${createHash('sha256')
        .update(script ?? '')
        .digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    `report-uri ${REPORTS}`,
  ].join('; ')
}
