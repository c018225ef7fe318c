import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { HttpProblem, problemDocument } from './http-problem.ts'

/**
 * Responds to what is not HTTP (two lengths, a bare line feed, oversized headers, headers that never end) with a
 * problem document, and closes the connection: nothing after it can be trusted to begin a request.
 */
export function respondToMalformedRequest(failure: Error & { code?: string }, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const problem = toHttpProblem(failure.code)
  const requestId = randomUUID()
  const body = JSON.stringify(problemDocument(problem, { instance: '', requestId }))
  const head = [
    `HTTP/1.1 ${problem.problem.status} ${STATUS_CODES[problem.problem.status]}`,
    'Content-Type: application/problem+json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    'Referrer-Policy: same-origin',
    "Content-Security-Policy: default-src 'none'; frame-ancestors 'none'",
    `X-Request-Id: ${requestId}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function toHttpProblem(code: string | undefined): HttpProblem {
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpProblem(kitProblems['headers-too-large'])
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new HttpProblem(kitProblems['request-too-slow'])
  return new HttpProblem(kitProblems['request-malformed'])
}
