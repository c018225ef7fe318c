/** Where the cases of an account are kept: the portal alone, or in step with a tracker. */
export const trackerTargets = ['embedded', 'jira', 'jsm'] as const
export type TrackerTarget = (typeof trackerTargets)[number]
/** The ports of outside trackers. */
export const trackerSystems = ['jira', 'jsm'] as const
export type TrackerSystemName = (typeof trackerSystems)[number]
/** Jira as a service of Atlassian, or in a data center of one's own. */
export const trackerEditions = ['cloud', 'data-center'] as const

/** Fields of a case that are written into a custom field of the tracker's issue. */
export const mappedFields = [
  'caseKey',
  'account',
  'reporter',
  'product',
  'productVersion',
  'deployment',
  'contact',
  'crmId',
] as const
export type MappedField = (typeof mappedFields)[number]

/** Types and priorities of cases, which have a name in the tracker each. */
export const mappedTypes = ['CASE', 'OUTAGE', 'RMA'] as const
export const mappedPriorities = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const
