// The floor of webhooks: bare node:http requests, eight at a time, without a signature, a queue or a record.
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

/** Posts `count` bodies to a url; returns requests a second. */
export async function postBare(url, count, width = 8) {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  let left = count
  const began = performance.now()
  const worker = async () => {
    while (left-- > 0)
      await new Promise((resolve, reject) => {
        const sent = request(
          url,
          { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
          (response) => response.resume().once('end', resolve),
        )
        sent.once('error', reject)
        sent.end('{"type":"case.created"}')
      })
  }
  await Promise.all(Array.from({ length: width }, worker))
  agent.destroy()
  return (count / (performance.now() - began)) * 1000
}
