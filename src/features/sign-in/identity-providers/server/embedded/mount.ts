import type { IncomingMessage } from 'node:http'
import type { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type EmbeddedProvider, MOUNT } from './open-provider.ts'

/** Limits how many sign-ins run at once. */
export type Turn = ReturnType<typeof limitConcurrency>

const forBrowsers = new RegExp(`^${MOUNT}/(auth|session)\\b`)

/** Mounts the embedded provider in the HTTP server: its requests reach it unparsed, under its own paths. */
export async function mountProvider(
  portal: AppContext,
  openEmbedded: () => Promise<EmbeddedProvider>,
  inTurn: Turn,
): Promise<void> {
  await portal.http.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, finish) => finish(null))
      scope.route({
        method: ['GET', 'POST'],
        url: '/*',
        // The portal itself requests tokens and keys while it handles a sign-in that has its turn: those do not queue.
        onRequest: async (request, reply) => (forBrowsers.test(request.url) ? inTurn(request, reply) : undefined),
        async handler(request, reply) {
          const { provider } = await openEmbedded()
          reply.hijack()
          for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
          await provider.callback()(withoutMount(portal, request.raw, request.protocol), reply.raw)
        },
      })
    },
    { prefix: MOUNT },
  )
}

/**
 * The request as the provider must see it: without the mount path, under the public address, whatever proxies lie
 * between.
 */
function withoutMount(portal: AppContext, raw: IncomingMessage, protocol: string): IncomingMessage {
  const own = portal.config.publicUrl && new URL(portal.config.publicUrl)
  delete raw.headers['x-forwarded-host']
  if (own) raw.headers.host = own.host
  raw.headers['x-forwarded-proto'] = own ? own.protocol.slice(0, -1) : protocol
  const { url = '/' } = raw
  return Object.assign(raw, { originalUrl: url, url: url.slice(MOUNT.length) || '/' })
}
