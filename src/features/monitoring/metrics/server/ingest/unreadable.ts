import { kitProblems } from '#kit/contract/kit-problems.ts'
import { throwProblem } from '#kit/server/http-problem.ts'

/** Rejects a body that is not in its format; nothing of it is stored. */
export function throwUnreadable(reason: string): never {
  throwProblem(kitProblems['body-unreadable'], { reason })
}
