import en from '../messages/en.json' with { type: 'json' }

/** The message key of a permission's label. */
export function permissionKey(name: string): `right.${keyof typeof en.right}` {
  return `right.${name.replaceAll(':', '-') as keyof typeof en.right}`
}
