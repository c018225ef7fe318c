import type { Bundle } from '../contract.ts'

/** The longest first: CN-DOCSIS has DOCSIS in it. */
const types = ['CN-DOCSIS', 'CN-PON', 'DOCSIS'] as const satisfies readonly Bundle['deploymentType'][]

/** The deployment type that a bundle's name speaks of, if any. */
export function deploymentTypeIn(name: string): Bundle['deploymentType'] | undefined {
  return types.find((type) => name.toUpperCase().includes(type))
}
