import * as z from 'zod/mini'
import { accountName, accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { CrmConfig, CrmData, CrmId, configureCrm, crmRecordFields, readCrm } from './contract/crm.ts'

export { CrmConfig, CrmData, type CrmRecord, configureCrm, readCrm } from './contract/crm.ts'

export const crmProblems = problems({
  'crm-config-not-found': { status: 404, text: '{account} has no CRM ID.' },
  'crm-config-exists': { status: 409, text: '{account} has a CRM ID already. Change it instead.' },
  'crm-read-only': { status: 409, text: 'The data is read from the connected CRM. Change it there.' },
})

/** The CRM id of an account was set, changed or removed: `data.changes.crmId`. */
export const crmIdChanged = defineEvent('account.crm-id-changed', {
  audience: 'vendor',
  text: 'changed the CRM ID',
  data: { changes: changesTo({ crmId: z.string() }) },
})
export const crmRecordEdited = defineEvent('account.crm-record-edited', {
  audience: 'vendor',
  text: 'changed the CRM record',
  data: {
    changes: changesTo({
      owner: z.string(),
      ownerEmail: z.string(),
      contractNumber: z.string(),
      contractStatus: z.string(),
      contractStart: z.string(),
      contractEnd: z.string(),
      contractValue: z.int(),
      currency: z.string(),
      quoteUrl: z.string(),
      opportunities: z.array(
        z.strictObject({
          name: z.string(),
          stage: z.string(),
          amount: z.nullable(z.int()),
          closeDate: z.nullable(z.string()),
        }),
      ),
    }),
  },
})

const tag = 'CRM'
const configs = '/api/plugins/salesforce/configs'
const account = z.strictObject({ account: accountName })
const noAccount = accountProblems['account-not-found']
const crmIdTaken = accountProblems['crm-id-taken']

export const listCrmConfigs = endpoint({
  tag,
  guard: readCrm,
  name: 'listCrmConfigs',
  method: 'GET',
  url: `${configs}/`,
  summary: 'List the CRM ids of the accounts whose CRM data you can read',
  reply: halList('configs', CrmConfig),
  problems: [],
})
export const createCrmConfig = endpoint({
  tag,
  guard: configureCrm,
  name: 'createCrmConfig',
  method: 'POST',
  url: `${configs}/`,
  status: 201,
  summary: 'Give an account its CRM id',
  body: z.strictObject({ account: accountName, crmId: CrmId }),
  reply: CrmConfig,
  problems: [noAccount, crmProblems['crm-config-exists'], crmIdTaken],
})
export const readCrmConfig = endpoint({
  tag,
  guard: readCrm,
  name: 'readCrmConfig',
  method: 'GET',
  url: `${configs}/{account}`,
  summary: 'Read the CRM id of an account',
  params: account,
  reply: CrmConfig,
  problems: [noAccount, crmProblems['crm-config-not-found']],
})
export const editCrmConfig = endpoint({
  tag,
  guard: configureCrm,
  name: 'editCrmConfig',
  method: 'PATCH',
  url: `${configs}/{account}`,
  summary: 'Change the CRM id of an account',
  params: account,
  body: z.strictObject({ crmId: CrmId }),
  reply: CrmConfig,
  problems: [noAccount, crmProblems['crm-config-not-found'], crmIdTaken],
})
export const deleteCrmConfig = endpoint({
  tag,
  guard: configureCrm,
  name: 'deleteCrmConfig',
  method: 'DELETE',
  url: `${configs}/{account}`,
  summary: 'Remove the CRM id of an account',
  params: account,
  problems: [noAccount, crmProblems['crm-config-not-found']],
})

const customerData = {
  tag,
  url: '/api/plugins/salesforce/customer-data/{account}',
  params: account,
  reply: CrmData,
} as const

export const readCrmData = endpoint({
  ...customerData,
  guard: readCrm,
  name: 'readCrmData',
  method: 'GET',
  summary: 'Read owner, contract and opportunities of an account; from an outside CRM at most 15 minutes old',
  problems: [noAccount],
})
export const editCrmData = endpoint({
  ...customerData,
  guard: configureCrm,
  name: 'editCrmData',
  method: 'PUT',
  summary: 'Change the CRM record of an account, where no outside CRM is connected',
  body: crmRecordFields,
  problems: [noAccount, crmProblems['crm-read-only']],
})
