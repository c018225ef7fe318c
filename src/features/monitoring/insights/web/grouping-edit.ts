import type { Grouping } from '../contract.ts'

/** What was changed of a category or type and is not saved. */
export type GroupingEdit = Partial<Pick<Grouping, 'displayName' | 'color' | 'priority'>>
