import { PageAudience } from '#features/collaboration/wiki/contract.ts'
import type { Adapter } from '#features/platform/connections/server/index.ts'
import { serverTexts } from '../texts.ts'
import { mirrorSpace } from './mirror-space.ts'
import { PORT } from './mirror-task.ts'
import type { WikiSystem } from './wiki-system.ts'

/** An outside wiki as a connection of an account: its one message reads the space. */
export function wikiAdapter({ open, ...system }: WikiSystem): Adapter {
  return {
    ...system,
    port: PORT,
    describe: () => serverTexts.readPages,
    open(connection) {
      const { portal, id, name, settings } = connection
      const space = open(connection)
      const readers = PageAudience.safeParse(settings.readers)
      return {
        test: () => space.check(),
        deliver: () =>
          mirrorSpace(portal, { connection: id, name, space, readers: readers.success ? readers.data : 'VENDOR' }),
      }
    },
  }
}
