import * as z from 'zod/mini'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { knownIssueSeverities } from './known-issue-enums.ts'

const filledLine = (most: number) => oneLine(most).check(notBlank)
const lines = (most: number) => z.array(filledLine(250)).check(z.maxLength(most))
const version = /^\d{1,9}(?:\.\d{1,9}){0,3}$/
const range = /^(?:>=|<=|>|<|=)\d{1,9}(?:\.\d{1,9}){0,3}(?: (?:>=|<=|>|<|=)\d{1,9}(?:\.\d{1,9}){0,3}){0,3}$/

/** The texts of a known issue that customers may read. */
export const knownIssueFields = {
  title: filledLine(250),
  /** As cases and deployments name it. */
  product: filledLine(100),
  component: z.nullable(filledLine(100)),
  /** Comparisons of versions that all hold, with a space between: `>=1.20.0 <1.22.0`. */
  affected: z.string().check(z.maxLength(100), z.regex(range)),
  /** The first version without it; null while it is open. */
  fixedIn: z.nullable(z.string().check(z.regex(version))),
  severity: z.enum(knownIssueSeverities),
  symptom: filledLine(250),
  /** When it happens; for a reader to judge. */
  conditions: lines(20),
  /** Text fragments that logs of an affected system contain. */
  signature: lines(20),
  /** Markdown; empty where none is known. */
  workaround: z.string().check(z.maxLength(10_000)),
  releaseNote: z.string().check(z.maxLength(10_000)),
  /** Customers see published ones alone. */
  published: z.boolean(),
} as const
/** The texts for vendor staff alone. */
export const knownIssueNoteFields = {
  note: z.string().check(z.maxLength(10_000)),
  /** A PromQL expression that finds affected deployments; empty where there is none. */
  detect: z.string().check(z.maxLength(2_000)),
} as const
/** The key of a known issue, in any case of letters. */
export const knownIssueKey = z.string().check(z.minLength(1), z.maxLength(20))
