import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { configureInsights, groupingFields, insightProblems, readInsights } from './insight.ts'
import { Grouping } from './insight-shapes.ts'

const insights = { tag: 'Insights', guard: readInsights } as const
const edits = { tag: 'Insights', guard: configureInsights } as const
const params = z.strictObject({ id: z.string().check(z.regex(/^[a-z-]{1,40}$/)) })
const body = z.strictObject({
  displayName: z.optional(groupingFields.displayName),
  color: z.optional(groupingFields.color),
  priority: z.optional(groupingFields.priority),
})
const types = '/api/insights/type'
const categories = '/api/insights/category'

export const listInsightTypes = endpoint({
  ...insights,
  name: 'listInsightTypes',
  method: 'GET',
  url: types,
  summary: 'List the types of insights by priority',
  reply: halList('types', Grouping),
  problems: [],
})
export const readInsightType = endpoint({
  ...insights,
  name: 'readInsightType',
  method: 'GET',
  url: `${types}/{id}`,
  summary: 'Read a type of insights',
  params,
  reply: Grouping,
  problems: [insightProblems['insight-type-not-found']],
})
export const editInsightType = endpoint({
  ...edits,
  name: 'editInsightType',
  method: 'PATCH',
  url: `${types}/{id}`,
  summary: 'Change the name, color or priority of a type of insights, for all accounts',
  params,
  body,
  reply: Grouping,
  problems: [insightProblems['insight-type-not-found']],
})
export const listInsightCategories = endpoint({
  ...insights,
  name: 'listInsightCategories',
  method: 'GET',
  url: categories,
  summary: 'List the categories of insights by priority',
  reply: halList('categories', Grouping),
  problems: [],
})
export const readInsightCategory = endpoint({
  ...insights,
  name: 'readInsightCategory',
  method: 'GET',
  url: `${categories}/{id}`,
  summary: 'Read a category of insights',
  params,
  reply: Grouping,
  problems: [insightProblems['insight-category-not-found']],
})
export const editInsightCategory = endpoint({
  ...edits,
  name: 'editInsightCategory',
  method: 'PATCH',
  url: `${categories}/{id}`,
  summary: 'Change the name, color or priority of a category of insights, for all accounts',
  params,
  body,
  reply: Grouping,
  problems: [insightProblems['insight-category-not-found']],
})
