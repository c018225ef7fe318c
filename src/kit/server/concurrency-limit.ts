import type { FastifyReply, FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from './http-problem.ts'

/** More than this many waiting is no crowd but a flood: the next one is told to come back. */
const MOST_WAITING = 500
/** The longest that a step lets others go first. */
const LONGEST_PAUSE_MS = 20

/**
 * A hook (`onRequest`) that lets so many requests of a kind be worked on at once; the others wait in the order in which they
 * came. For work that is long enough to keep shorter requests of other people from their turn on the event loop: while
 * there are `others`, requests of another kind that are being answered, the next lets them go first for as long as the one
 * before took.
 */
export function limitConcurrency(
  width: number,
  others: () => number,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  const waiting: (() => void)[] = []
  let running = 0
  const leave = (began: number) => {
    const next = waiting.shift()
    if (!next) running -= 1
    else if (others() === 0) next()
    else setTimeout(next, Math.min(Date.now() - began, LONGEST_PAUSE_MS))
  }
  return async (_request, reply) => {
    if (running < width) running += 1
    else if (waiting.length >= MOST_WAITING) throwProblem(kitProblems['temporarily-unavailable'])
    else await new Promise<void>((resolve) => waiting.push(resolve))
    const began = Date.now()
    // Told once the answer is out or the caller is gone, whichever way it is sent.
    if (reply.raw.destroyed || reply.raw.writableEnded) leave(began)
    else reply.raw.once('close', () => leave(began))
  }
}
