import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { CloudRegion, GcloudConfig, manageCloudRegions, regionChoice } from './contract/region.ts'

export {
  type CloudRegion,
  type GcloudConfig,
  manageCloudRegions,
  projectKeyForm,
  regionGroups,
} from './contract/region.ts'

/** `data.changes` has region and project. */
export const cloudRegionChanged = defineEvent('cloud-region.changed', {
  audience: 'account',
  text: 'changed the cloud region of an account',
  data: { changes: changesTo({ region: z.string(), projectKey: z.string() }) },
})

const cloudRegions = { tag: 'Cloud regions', guard: manageCloudRegions } as const
const noAccount = accountProblems['account-not-found']

export const listCloudRegions = endpoint({
  ...cloudRegions,
  name: 'listCloudRegions',
  method: 'GET',
  url: '/api/gcr/regions',
  summary: 'List the regions of the cloud providers that an account can have',
  reply: halList('regions', CloudRegion),
  problems: [],
})
export const readCustomerRegion = endpoint({
  ...cloudRegions,
  name: 'readCustomerRegion',
  method: 'GET',
  url: '/api/gcr/regions/customer',
  summary: 'Read the cloud region of an account; the list is empty while none is set',
  query: z.strictObject({ account: z.string().check(z.minLength(1), z.maxLength(32)) }),
  reply: halList('regions', GcloudConfig),
  problems: [noAccount],
})
export const saveCustomerRegion = endpoint({
  ...cloudRegions,
  name: 'saveCustomerRegion',
  method: 'POST',
  url: '/api/gcr/regions/customer',
  summary: 'Set the cloud region and project of an account',
  body: regionChoice,
  reply: GcloudConfig,
  problems: [noAccount],
})
export const listGcloudConfigs = endpoint({
  ...cloudRegions,
  name: 'listGcloudConfigs',
  method: 'GET',
  url: '/api/gcloud/config/list',
  summary: 'List the cloud regions of all accounts that have one',
  query: listQuery(['account'], {}, { maximum: 500, usual: 100 }),
  reply: halList('gcloud_configs', GcloudConfig),
  problems: [],
})
