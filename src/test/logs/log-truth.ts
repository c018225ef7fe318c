import type { SeededRandom } from '#kit/server/load/seeded.ts'

/** What a generated log holds, for the triage to find. */
export type LogTruth = {
  readonly product: string | null
  readonly version: string | null
  readonly serials: readonly string[]
  readonly modems: number | null
  readonly signatures: readonly string[]
  /** Parts of the log that nobody may read. */
  readonly secrets: readonly string[]
}

/** A log, the lines it consists of, and what is true of it. */
export type LabelledLog = { readonly name: string; readonly text: string; readonly truth: LogTruth }

/** What a form of log is filled in with. */
export type LogContent = {
  readonly random: SeededRandom
  readonly product: string
  readonly version: string
  readonly serial: string
  readonly device: string
  readonly modems: number
  readonly total: number
  /** Lines of the vendor's components: ordinary ones, and those of a known fault. */
  readonly ordinary: (count: number) => string[]
  readonly fault: readonly string[]
  /** Lines with a secret each. */
  readonly secretLines: readonly string[]
}
