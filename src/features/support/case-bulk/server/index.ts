import { throwFieldProblem, throwProblem } from '#kit/server/http-problem.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { bulkProblems, bulkRequested, changeCases, readBulkJob } from '../contract.ts'
import { insertBulkJob, readJob } from './bulk-store.ts'
import { bulkTask, queueBulkJob } from './bulk-task.ts'

/** The same change of many cases, in a job that goes on when the browser is closed. */
export const caseBulkFeature: Feature = {
  name: 'case-bulk',
  serve(portal) {
    registerCommand(portal, changeCases, async (call) => {
      const { tx, session, body, request } = call
      if (Object.keys(body.operation).length === 0) throwFieldProblem('operation', 'names nothing to do')
      const id = await insertBulkJob(tx, session, request, body)
      await call.record(bulkRequested, { subject: id, data: { keys: body.keys.length, operation: body.operation } })
      await queueBulkJob(tx, id)
      return (await readJob(tx, session.userId, id))!
    })
    serve(portal, readBulkJob, async ({ session, params }) => {
      const job = await readJob(portal.db, session.userId, Number(params.id))
      return job ?? throwProblem(bulkProblems['bulk-job-not-found'])
    })
  },
  tasks: (portal) => [bulkTask(portal)],
}
