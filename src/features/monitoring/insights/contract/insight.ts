import * as z from 'zod/mini'
import { everyVendorRole, roles } from '#features/access/roles/contract.ts'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { topic } from '#kit/contract/topic.ts'

/** How far apart the points of a graph are. */
export const granularities = ['5m', '1h', '1d'] as const
/** Where an insight is drawn. */
export const insightViews = ['card', 'graph', 'heatmap'] as const
/** How the newest value compares with its limits; `none` for an insight without limits. */
export const insightStates = ['CRITICAL', 'WARNING', 'OK', 'NONE', 'MISSING'] as const
export const severities = ['WARNING', 'CRITICAL'] as const
export const findingStates = ['OPEN', 'ACKNOWLEDGED', 'CLEARED'] as const
/** Findings in one response, at most. */
export const MOST_FINDINGS = 1000

/** See the insights and findings of an account. */
export const readInsights = permission(
  'insight:read',
  'See insights and findings',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Acknowledge findings; customers of view-only accounts may not. */
export const acknowledgeInsights = permission(
  'insight:acknowledge',
  'Acknowledge findings',
  everyVendorRole,
  roles('MANAGER', 'USER'),
)

/** Change names, colors and priorities of categories and types. */
export const configureInsights = permission(
  'insight:configure',
  'Change the insight catalogue',
  roles('ADMIN', 'CENTRAL'),
)

export const insightProblems = problems({
  'insight-not-found': { status: 404, text: 'The insight {name} does not exist.' },
  'insight-category-not-found': { status: 404, text: 'The category {id} does not exist.' },
  'insight-type-not-found': { status: 404, text: 'The type {id} does not exist.' },
  'insight-too-large': {
    status: 422,
    text: 'The insight has too many series for one response: {reason}. Choose one deployment or a shorter range.',
  },
  'finding-not-found': { status: 404, text: 'This finding was not found.' },
  'finding-cleared': { status: 409, text: 'This finding is cleared. It cannot be acknowledged.' },
  'finding-not-acknowledged': {
    status: 409,
    text: 'This finding is not acknowledged. Reload the page to see its state.',
  },
})

/** The fields of a category or type that are edited. */
export const groupingFields = {
  displayName: oneLine(80).check(notBlank),
  /** With a contrast to white of at least `LEAST_CONTRAST`. */
  color: z.string().check(z.regex(/^#[0-9a-f]{6}$/)),
  priority: z.int().check(z.minimum(1), z.maximum(99)),
} as const

/** Why and until when a finding is acknowledged. */
export const acknowledgementFields = {
  reason: z.string().check(z.minLength(1), z.maxLength(1000), z.regex(/\S/)),
  until: z.iso.datetime(),
} as const

/** Holds the id alone; a page that gets the message fetches its findings again. */
export const findingsChanged = topic({
  destination: '/topic/insights/findings/{account}',
  summary: 'Findings of an account were opened, changed or cleared',
  guard: readInsights,
  message: z.object({ id: z.string() }),
})
