// A bounded load on a server of this machine: `count` requests, `width` at a time, with the duration of each.
import { Agent, request } from 'node:http'
import { performance } from 'node:perf_hooks'

/** Sends the requests that `next()` makes; returns the sorted times in milliseconds and the requests a second. */
export async function load(next, { count, width = 8 }) {
  const agent = new Agent({ keepAlive: true, maxSockets: width })
  const times = []
  let left = count
  const began = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const start = performance.now()
      await send(next(), agent)
      times.push(performance.now() - start)
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  const seconds = (performance.now() - began) / 1000
  agent.destroy()
  times.sort((a, b) => a - b)
  return { p50: at(times, 0.5), p99: at(times, 0.99), rate: count / seconds }
}

/** One request; fails when the status is not the expected one. */
export function send({ url, method = 'GET', headers = {}, body, status = body ? 201 : 200 }, agent) {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: body ? { 'content-type': 'application/json', ...headers } : headers, agent },
      (response) => {
        const chunks = []
        response.on('data', (chunk) => chunks.push(chunk))
        response.on('end', () => {
          // Joined only on demand: 10 MB of text would delay whatever else is measured here meanwhile.
          const text = () => Buffer.concat(chunks).toString()
          if (status !== response.statusCode && response.statusCode !== 200)
            return reject(new Error(`${method} ${url}: ${response.statusCode} ${text().slice(0, 300)}`))
          resolve({ text, headers: response.headers, status: response.statusCode })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}

function at(times, share) {
  return times[Math.min(times.length - 1, Math.floor(times.length * share))]
}
