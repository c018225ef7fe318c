import type { Tx } from '#kit/server/database.ts'
import type { AppContext } from '#kit/server/portal.ts'

/** The feature that starts builds. */
export type BuildOwner = {
  /** Called in the transaction in which a build changed. */
  changed(portal: AppContext, tx: Tx, build: number): Promise<void>
  /** Parameters that are secret: they are read when the build is requested, and stored with neither build nor message. */
  secretParameters(portal: AppContext, build: number): Promise<Readonly<Record<string, string>>>
}
