import type { ConfigSection } from '#features/platform/settings/server/index.ts'
import { fromTo, recordEvent } from '#kit/server/events/event.ts'
import { commonConfigCreated, commonConfigDeleted, commonConfigEdited, commonConfigFields } from '../contract.ts'
import { pageTexts } from '../texts.ts'
import {
  findCommonConfigs,
  insertCommonConfig,
  lockedCommonConfigs,
  removeCommonConfig,
  updateCommonConfig,
} from './config-store.ts'

/** The common links in a configuration file, by their type. */
export const linksSection: ConfigSection = {
  name: 'links',
  read: async (db) => Object.fromEntries((await findCommonConfigs(db)).map(({ type, url }) => [type, url])),
  flawsOf: (values) =>
    Object.entries(values).flatMap(([type, url]) => {
      if (!commonConfigFields.shape.type.safeParse(type).success) return [{ key: type, message: pageTexts.unknown }]
      return commonConfigFields.shape.url.safeParse(url).success ? [] : [{ key: type, message: pageTexts.wrong }]
    }),
  lockOf: () => null,
  async lock(tx) {
    await lockedCommonConfigs(tx)
  },
  async apply(tx, changes, actor) {
    const all = await findCommonConfigs(tx)
    for (const [key, wantedUrl] of Object.entries(changes)) {
      const storedConfig = all.find(({ type }) => type === key)
      if (wantedUrl === null) {
        await removeCommonConfig(tx, storedConfig!.id)
        await recordEvent(tx, commonConfigDeleted, actor, {
          subject: storedConfig!.id,
          data: { type: storedConfig!.type, url: storedConfig!.url },
        })
        continue
      }
      const { type, url } = commonConfigFields.parse({ type: key, url: wantedUrl })
      const { id } = storedConfig
        ? await updateCommonConfig(tx, { id: storedConfig.id, type, url })
        : await insertCommonConfig(tx, { type, url })
      if (storedConfig) {
        const changes = { url: fromTo(storedConfig.url, url) }
        await recordEvent(tx, commonConfigEdited, actor, { subject: id, data: { type, changes } })
      } else await recordEvent(tx, commonConfigCreated, actor, { subject: id, data: { type, url } })
    }
  },
}
