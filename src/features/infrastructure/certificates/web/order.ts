import type { Certificate } from '../contract.ts'

/** What is typed in the form. */
export type Order = {
  readonly csr: string
  readonly name: string
  readonly profile: Certificate['profile']
  readonly lifetimeYears: number
}

/** The longest request that the server reads. */
export const LONGEST_CSR = 20_000
