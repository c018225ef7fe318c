import type { Database, Tx } from '#kit/server/database.ts'
import { etagOf, respond } from '#kit/server/handler-response.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { AppContext, Feature } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { changeSettings, listSettings, settingsEdited } from '../contract.ts'
import { applySettings } from './change-settings.ts'
import { lockSettings, readSettings } from './setting-store.ts'

export { configCommands } from './config/config-commands.ts'
export type { ConfigSection } from './config/config-section.ts'
export { settingsSection } from './config/settings-section.ts'

/** The settings that administrators change while the portal runs. */
export const settingsFeature: Feature = {
  name: 'settings',
  serve(portal) {
    serve(portal, listSettings, (call) => listIn(portal, portal.db, call))
    registerCommand(portal, changeSettings, async (call) => {
      const { tx, session, body } = call
      await lockSettings(tx)
      requireVersion(call, (await readSettings(tx, portal.settings)).version)
      const changes = await applySettings(tx, portal.settings, { wanted: body.values, userId: session.userId })
      if (Object.keys(changes).length > 0) await call.record(settingsEdited, { data: { changes } })
      return listIn(portal, tx, call)
    })
  },
}

async function listIn({ settings: values }: AppContext, db: Database | Tx, call: Parameters<typeof halSinglePage>[0]) {
  const { settings, version } = await readSettings(db, values)
  return respond({ ...halSinglePage(call, 'settings', settings), version }, { headers: { etag: etagOf(version) } })
}
