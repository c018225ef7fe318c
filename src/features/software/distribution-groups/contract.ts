import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { DistributionGroup, groupChanges, manageDistributionGroups, newGroup } from './contract/group.ts'

export { type DistributionGroup, manageDistributionGroups } from './contract/group.ts'

export const groupProblems = problems({
  'distribution-group-not-found': { status: 404, text: 'This distribution group was not found.' },
  'distribution-group-exists': {
    status: 409,
    text: 'There is a distribution group with the name {name} already. Choose another name.',
  },
})

export const distributionGroupCreated = defineEvent('distribution-group.created', {
  audience: 'vendor',
  text: 'created the distribution group {subject}',
  data: { accounts: z.array(z.string()) },
})
export const distributionGroupEdited = defineEvent('distribution-group.edited', {
  audience: 'vendor',
  text: 'edited the distribution group {subject}',
  data: { changes: changesTo({ name: z.string(), description: z.string(), ring: z.int(), accounts: z.string() }) },
})
export const distributionGroupDeleted = defineEvent('distribution-group.deleted', {
  audience: 'vendor',
  text: 'deleted the distribution group {subject}',
})

const url = '/api/software-distribution/groups'
const groups = { tag: 'Distribution groups', guard: manageDistributionGroups } as const
const params = z.strictObject({ id: z.string().check(z.regex(/^\d{1,15}$/)) })
const noGroup = groupProblems['distribution-group-not-found']

export const listDistributionGroups = endpoint({
  ...groups,
  name: 'listDistributionGroups',
  method: 'GET',
  url,
  summary: 'List distribution groups with their accounts',
  query: listQuery(['name'], {}, { usual: 20 }),
  reply: halList('groups', DistributionGroup),
  problems: [],
})
export const createDistributionGroup = endpoint({
  ...groups,
  name: 'createDistributionGroup',
  method: 'POST',
  url,
  status: 201,
  summary: 'Create a distribution group',
  body: newGroup,
  reply: DistributionGroup,
  problems: [groupProblems['distribution-group-exists']],
})
export const editDistributionGroup = endpoint({
  ...groups,
  name: 'editDistributionGroup',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a distribution group',
  params,
  body: groupChanges,
  reply: DistributionGroup,
  problems: [noGroup, groupProblems['distribution-group-exists']],
})
export const deleteDistributionGroup = endpoint({
  ...groups,
  name: 'deleteDistributionGroup',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a distribution group; releases stay',
  params,
  problems: [noGroup],
})
