import type { Database } from '#kit/server/database.ts'

/** Whether maintenance holds one of the objects (segment, node, cluster, core, deployment) at a minute. */
export type HeldObjects = (objects: readonly string[], minute: number) => boolean
/** Reads the maintenance of an account in a range of minutes. */
export type ReadHeld = (
  db: Database,
  range: { readonly accountId: number; readonly from: number; readonly to: number },
) => Promise<HeldObjects>

/** No maintenance is known. */
export const nothingHeld: ReadHeld = async () => () => false
