import { changesOf } from '#kit/server/events/event.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import {
  type CommonConfig,
  commonConfigCreated,
  commonConfigDeleted,
  commonConfigEdited,
  commonConfigProblems,
  createCommonConfig,
  deleteCommonConfig,
  editCommonConfig,
  listCommonConfigs,
} from '../contract.ts'
import {
  findCommonConfigs,
  insertCommonConfig,
  lockedCommonConfigs,
  removeCommonConfig,
  updateCommonConfig,
} from './config-store.ts'

export { makeDemoLinks } from './demo-links.ts'
export { linksSection } from './links-section.ts'

/** Links to the systems that all accounts share. */
export const commonConfigsFeature: Feature = {
  name: 'common-configs',
  serve(portal) {
    serve(portal, listCommonConfigs, async (call) => halSinglePage(call, 'configs', await findCommonConfigs(portal.db)))
    registerCommand(portal, createCommonConfig, async (call) => {
      const { tx, body } = call
      requireFreeType(await lockedCommonConfigs(tx), body.type)
      const config = await insertCommonConfig(tx, body)
      await call.record(commonConfigCreated, { subject: config.id, data: { type: config.type, url: config.url } })
      return respond(config, { status: 201, etag: etagOf(config.version) })
    })
    registerCommand(portal, editCommonConfig, async (call) => {
      const { tx, body } = call
      const all = await lockedCommonConfigs(tx)
      const storedConfig = configIn(all, body.id)
      requireVersion(call, storedConfig.version)
      const { type = storedConfig.type, url = storedConfig.url } = body
      if (type !== storedConfig.type) requireFreeType(all, type)
      const changes = changesOf(storedConfig, { type, url })
      if (Object.keys(changes).length === 0) return respond(storedConfig, { etag: etagOf(storedConfig.version) })
      const savedConfig = await updateCommonConfig(tx, { id: storedConfig.id, type, url })
      await call.record(commonConfigEdited, { subject: savedConfig.id, data: { type, changes } })
      return respond(savedConfig, { etag: etagOf(savedConfig.version) })
    })
    registerCommand(portal, deleteCommonConfig, async (call) => {
      const { tx, params } = call
      const { id, type, url, version } = configIn(await lockedCommonConfigs(tx), params.id)
      requireVersion(call, version)
      await removeCommonConfig(tx, id)
      await call.record(commonConfigDeleted, { subject: id, data: { type, url } })
      return undefined
    })
  },
}

function configIn(all: readonly CommonConfig[], id: string): CommonConfig {
  return (
    all.find((config) => config.id === String(Number(id))) ??
    throwProblem(commonConfigProblems['common-config-not-found'])
  )
}

function requireFreeType(all: readonly CommonConfig[], type: CommonConfig['type']): void {
  if (all.some((config) => config.type === type)) throwProblem(commonConfigProblems['common-config-exists'], { type })
}
