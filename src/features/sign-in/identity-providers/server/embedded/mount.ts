import type { IncomingMessage } from 'node:http'
import type { limitConcurrency } from '#kit/server/concurrency-limit.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { type Embedded, MOUNT } from './open-provider.ts'

/** Lets sign-ins take turns. */
export type Turn = ReturnType<typeof limitConcurrency>

const forBrowsers = new RegExp(`^${MOUNT}/(auth|session)\\b`)

/** Mounts the embedded provider in our HTTP server: its requests reach it unread, under its own paths. */
export async function mountProvider(
  portal: AppContext,
  embedded: () => Promise<Embedded>,
  inTurn: Turn,
): Promise<void> {
  await portal.http.register(
    async (scope) => {
      scope.removeAllContentTypeParsers()
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null))
      scope.route({
        method: ['GET', 'POST'],
        url: '/*',
        schema: { hide: true },
        // The portal itself asks for tokens and keys while it works for somebody whose turn it is: those do not queue.
        onRequest: async (request, reply) => (forBrowsers.test(request.url) ? inTurn(request, reply) : undefined),
        async handler(request, reply) {
          const { provider } = await embedded()
          reply.hijack()
          for (const [name, value] of Object.entries(reply.getHeaders())) if (value) reply.raw.setHeader(name, value)
          await provider.callback()(unmounted(portal, request.raw, request.protocol), reply.raw)
        },
      })
    },
    { prefix: MOUNT },
  )
}

/** The request as the provider is to see it: without the mount, under the address that people use, whatever stands between. */
function unmounted(portal: AppContext, raw: IncomingMessage, protocol: string): IncomingMessage {
  const own = portal.config.publicUrl && new URL(portal.config.publicUrl)
  delete raw.headers['x-forwarded-host']
  if (own) raw.headers.host = own.host
  raw.headers['x-forwarded-proto'] = own ? own.protocol.slice(0, -1) : protocol
  const { url = '/' } = raw
  return Object.assign(raw, { originalUrl: url, url: url.slice(MOUNT.length) || '/' })
}
