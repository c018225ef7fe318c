import type { Server } from 'node:http'

/** Answers how many requests the server is answering just now, but those to paths of a form; a call of the portal to itself is none. */
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
