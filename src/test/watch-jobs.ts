import * as z from 'zod/mini'
import type { Task } from '#kit/server/job.ts'
import type { Feature } from '#kit/server/portal.ts'

/** A feature whose jobs are checked against their declarations, also those that SQL adds. */
export function watchJobs(feature: Feature, failures: string[]): Feature {
  const { tasks } = feature
  return tasks ? { ...feature, tasks: (portal) => tasks(portal).map((task) => watched(task, failures)) } : feature
}

function watched(task: Task, failures: string[]): Task {
  const shape = z.strictObject(task.payload)
  return {
    ...task,
    run(given, stopping) {
      // The clock adds the time for which the job is.
      const { _cron, ...payload } = given as { readonly _cron?: unknown }
      const issues = shape.safeParse(payload).error?.issues
      if (issues) failures.push(`${task.name} ${JSON.stringify(payload)}: ${JSON.stringify(issues)}`)
      return task.run(given, stopping)
    },
  }
}
