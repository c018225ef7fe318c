import type { Server } from 'node:http'

/**
 * Returns the number of requests in progress, except those to paths of a form; a call of the portal to itself does not
 * count.
 */
export function countOpenRequests(server: Server, but: RegExp): () => number {
  let open = 0
  server.on('request', ({ url = '' }, response) => {
    if (but.test(url)) return
    open += 1
    response.once('close', () => {
      open -= 1
    })
  })
  return () => open
}
