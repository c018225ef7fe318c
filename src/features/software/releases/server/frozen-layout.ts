import { type LayoutFile, layoutOf } from '#features/software/images/server/index.ts'
import type { Database, Tx } from '#kit/server/database.ts'
import type { FrozenComponent } from './signing/manifest.ts'
import type { StoredRelease } from './stored-release.ts'

/** The OCI layout of the images of a release; no files without images. */
export function frozenLayout(db: Database | Tx, components: readonly FrozenComponent[]): Promise<LayoutFile[]> {
  const images = components.flatMap(({ digest, image }) => (image ? [{ ...image, digest }] : []))
  return layoutOf(db, images)
}

/** The same where the statement names it: releases that were signed before have their images in the registry alone. */
export async function signedLayout(
  db: Database | Tx,
  { statement }: Pick<StoredRelease, 'statement'>,
  components: readonly FrozenComponent[],
): Promise<LayoutFile[]> {
  if (statement === null) return []
  const { predicate } = JSON.parse(statement.toString()) as { predicate: { imageSums?: string } }
  return predicate.imageSums === undefined ? [] : frozenLayout(db, components)
}
