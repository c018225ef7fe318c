import type { Bundle } from '#features/software/bundles/contract.ts'

/** Longest first: CN-DOCSIS contains DOCSIS. */
const types = ['CN-DOCSIS', 'CN-PON', 'DOCSIS'] as const satisfies readonly Bundle['deploymentType'][]

/** The deployment type that a bundle's name contains, if any. */
export function deploymentTypeIn(name: string): Bundle['deploymentType'] | undefined {
  return types.find((type) => name.toUpperCase().includes(type))
}
