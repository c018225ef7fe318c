import type { DetectorSettings } from './rules/judging.ts'

/** A deployment whose account has the detector on. */
export type JudgedDeployment = {
  readonly id: number
  readonly name: string
  readonly accountId: number
  readonly reporterId: number | null
  readonly newest: number
  readonly settings: DetectorSettings
}
