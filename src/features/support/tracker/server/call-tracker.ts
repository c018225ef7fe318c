import { rejectTest } from '#features/platform/connections/server/index.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { AppContext } from '#kit/server/portal.ts'
import { IntegrationError } from '#kit/server/vendor/vendor-error.ts'
import { trackerProblems } from '../contract.ts'
import type { Tracker } from './tracker.ts'
import { openTracker } from './tracker-adapter.ts'

/** Which tracker a request is about. */
export type CalledTracker = { readonly account: string; readonly system: string }

/** Rejects a request about a tracker that is not connected. */
export async function requireConnected(
  { db }: Pick<AppContext, 'db'>,
  { account, system }: CalledTracker,
): Promise<string> {
  const id = `${system}:${account}`
  const row = await db.selectFrom('connections').select('id').where('id', '=', id).executeTakeFirst()
  return row?.id ?? throwProblem(trackerProblems['tracker-not-connected'], { account, system })
}

/** Calls a tracker for a request that needs its response: a failure is a problem that says what is wrong. */
export async function callTracker<Result>(
  portal: AppContext,
  about: CalledTracker,
  run: (tracker: Tracker) => Promise<Result>,
): Promise<Result> {
  const connection = await requireConnected(portal, about)
  try {
    return await run(await openTracker(portal, connection, { fresh: true }))
  } catch (failure) {
    if (failure instanceof IntegrationError) rejectTest(failure)
    throw failure
  }
}
