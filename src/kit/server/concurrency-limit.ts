import type { FastifyReply, FastifyRequest } from 'fastify'
import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from './http-problem.ts'

/** More waiting requests than this are a flood: the next one must retry later. */
const MOST_WAITING = 500
/** The longest that a step lets others go first. */
const LONGEST_PAUSE_MS = 20

/**
 * A hook (`onRequest`) that limits how many requests of a kind run at once; the others wait in the order of arrival.
 * For work that is long enough to keep shorter requests of other users from the event loop: while there are `others`,
 * running requests of another kind, the next lets them go first for as long as the one before took.
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
    // Called once the response is sent or the caller is gone, whichever way it is sent.
    if (reply.raw.destroyed || reply.raw.writableEnded) leave(began)
    else reply.raw.once('close', () => leave(began))
  }
}
