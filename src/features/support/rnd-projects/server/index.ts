import { readSort } from '#kit/contract/hal.ts'
import { halPage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { configureRnd, listRndConfigs, listRndProjects, rndConfigured } from '../contract.ts'
import { findConfig, findProjects, useProject } from './rnd-project-store.ts'

export { nextIssueKey } from './rnd-project-store.ts'

/** Projects of research and development, and which one escalated cases go to. */
export const rndProjectsFeature: Feature = {
  name: 'rnd-projects',
  serve(portal) {
    serve(portal, listRndProjects, async (call) => {
      const { page, size, sort } = call.query
      const { descending } = readSort(sort, { field: 'projectKey', descending: false })[0]!
      return halPage(call, 'projects', await findProjects(portal.db, { page, size, descending }))
    })
    serve(portal, listRndConfigs, async (call) => {
      const storedConfig = await findConfig(portal.db)
      const rows = storedConfig && call.query.page === 0 ? [storedConfig.config] : []
      return halPage(call, 'configs', {
        rows,
        total: { count: storedConfig ? 1 : 0 },
        lastUpdateTime: storedConfig?.updated ?? null,
      })
    })
    registerCommand(portal, configureRnd, async (call) => {
      const before = (await findConfig(call.tx))?.config
      const config = await useProject(call.tx, call.body)
      await call.record(rndConfigured, {
        subject: config.projectKey,
        data: {
          changes: {
            projectKey: [before?.projectKey ?? null, config.projectKey],
            projectLabel: [before?.projectLabel ?? null, config.projectLabel],
          },
        },
      })
      return config
    })
  },
}
