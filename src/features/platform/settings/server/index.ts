import { answer, etagOf } from '#kit/server/handler-response.ts'
import { halSinglePage } from '#kit/server/list/hal-list.ts'
import type { Feature } from '#kit/server/portal.ts'
import { requireVersion } from '#kit/server/serve/request-context.ts'
import { registerCommand, serve } from '#kit/server/serve/serve.ts'
import { changeSettings, listSettings, settingsEdited } from '../contract.ts'
import { applySettings } from './change-settings.ts'
import { lockSettings, readSettings } from './setting-store.ts'

/** The settings that administrators change while the portal runs. */
export const settingsFeature: Feature = {
  name: 'settings',
  serve(portal) {
    serve(portal, listSettings, async (call) => {
      const { settings, version } = await readSettings(portal.db, portal.settings)
      return answer(halSinglePage(call, 'settings', settings), { headers: { etag: etagOf(version) } })
    })
    registerCommand(portal, changeSettings, async (call) => {
      const { tx, session, body } = call
      await lockSettings(tx)
      requireVersion(call, (await readSettings(tx, portal.settings)).version)
      const changes = await applySettings(tx, portal.settings, { wanted: body.values, userId: session.userId })
      if (Object.keys(changes).length > 0) await call.record(settingsEdited, { data: { changes } })
      const { settings, version } = await readSettings(tx, portal.settings)
      return answer(halSinglePage(call, 'settings', settings), { headers: { etag: etagOf(version) } })
    })
  },
}
