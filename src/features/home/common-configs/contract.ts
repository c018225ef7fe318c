import * as z from 'zod/mini'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList } from '#kit/contract/hal.ts'
import { problems } from '#kit/contract/problem.ts'
import { CommonConfig, CommonConfigType, commonConfigFields, manageCommonConfigs } from './contract/config.ts'

export {
  CommonConfig,
  type CommonConfigType,
  commonConfigFields,
  commonConfigTypes,
  manageCommonConfigs,
} from './contract/config.ts'

export const commonConfigProblems = problems({
  'common-config-not-found': {
    status: 404,
    text: 'This link was not found. Another administrator may have removed it.',
  },
  'common-config-exists': { status: 409, text: 'A link of this type is set already. Change it instead.' },
})

export const commonConfigCreated = defineEvent('common-config.created', {
  audience: 'vendor',
  text: 'added a common link',
  data: { type: CommonConfigType, url: z.string() },
})
export const commonConfigEdited = defineEvent('common-config.edited', {
  audience: 'vendor',
  text: 'changed a common link',
  data: { type: z.optional(CommonConfigType), changes: changesTo({ url: z.string(), type: CommonConfigType }) },
})
export const commonConfigDeleted = defineEvent('common-config.deleted', {
  audience: 'vendor',
  text: 'removed a common link',
  data: { type: CommonConfigType, url: z.string() },
})

const url = '/api/common/configs'
const tag = 'Common configuration'
const id = z.string().check(z.regex(/^\d{1,15}$/))
const notFound = commonConfigProblems['common-config-not-found']

export const listCommonConfigs = endpoint({
  tag,
  guard: 'signed-in',
  name: 'listCommonConfigs',
  method: 'GET',
  url,
  summary: 'List the links that all accounts share: wiki, service desk, analytics',
  reply: halList('configs', CommonConfig),
  problems: [],
})
export const createCommonConfig = endpoint({
  tag,
  guard: manageCommonConfigs,
  name: 'createCommonConfig',
  method: 'POST',
  url,
  status: 201,
  summary: 'Set a common link that is not set yet',
  body: commonConfigFields,
  reply: CommonConfig,
  problems: [commonConfigProblems['common-config-exists']],
})
export const editCommonConfig = endpoint({
  tag,
  guard: manageCommonConfigs,
  name: 'editCommonConfig',
  method: 'PATCH',
  url,
  summary: 'Change a common link; its id is in the body',
  body: z.extend(z.partial(commonConfigFields), { id }),
  reply: CommonConfig,
  problems: [notFound, commonConfigProblems['common-config-exists']],
})
export const deleteCommonConfig = endpoint({
  tag,
  guard: manageCommonConfigs,
  name: 'deleteCommonConfig',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Remove a common link',
  params: z.strictObject({ id }),
  problems: [notFound],
})
