import type { pageTexts } from '../texts.ts'

/** The message key of a permission's label. */
export function permissionKey(name: string): `right.${keyof typeof pageTexts.right}` {
  return `right.${name.replaceAll(':', '-') as keyof typeof pageTexts.right}`
}
