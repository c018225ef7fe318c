import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList } from '#kit/contract/hal.ts'
import { ConvertedValue, comparePlans, facetFields, manageFacets, planProblems, Service } from './plan.ts'

const url = '/api/subscriptions/facets'
const tag = 'Subscription plans'
const byId = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const notFound = planProblems['service-not-found']

export const listFacets = endpoint({
  tag,
  guard: comparePlans,
  name: 'listFacets',
  method: 'GET',
  url,
  summary: 'List the services of plans, in display order',
  reply: halList('facets', Service),
  problems: [],
})
export const createFacet = endpoint({
  tag,
  guard: manageFacets,
  name: 'createFacet',
  method: 'POST',
  url,
  summary: 'Create a service; its name on the wire is made of category and subcategory',
  status: 201,
  body: z.extend(z.partial(facetFields), {
    category: facetFields.shape.category,
    subcategory: facetFields.shape.subcategory,
    valueType: facetFields.shape.valueType,
  }),
  reply: Service,
  problems: [planProblems['service-name-taken']],
})
export const editFacet = endpoint({
  tag,
  guard: manageFacets,
  name: 'editFacet',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary:
    'Change a service; its list values only while no plan or account holds them, its value type with a conversion',
  params: byId,
  body: z.extend(z.partial(facetFields), {
    /** Whether values that are held are converted to the new value type; those that cannot be are removed. */
    convertsValues: z.optional(z.boolean()),
  }),
  reply: Service,
  problems: [
    notFound,
    planProblems['service-name-taken'],
    planProblems['service-type-in-use'],
    planProblems['service-values-in-use'],
    planProblems['service-is-limit'],
  ],
})
const { valueType, values, minimum, maximum } = facetFields.shape

export const previewConversion = endpoint({
  tag,
  guard: manageFacets,
  name: 'previewConversion',
  method: 'POST',
  url: `${url}/{id}/conversion`,
  summary: 'Preview another value type of a service: the values of plans and accounts before and after; saves nothing',
  status: 200,
  params: byId,
  body: z.extend(z.partial(z.strictObject({ values, minimum, maximum })), { valueType }),
  reply: halList('values', ConvertedValue),
  problems: [notFound, planProblems['service-is-limit']],
})
export const deleteFacet = endpoint({
  tag,
  guard: manageFacets,
  name: 'deleteFacet',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a service that no plan and no account holds',
  params: byId,
  problems: [notFound, planProblems['service-in-use'], planProblems['service-is-limit']],
})
