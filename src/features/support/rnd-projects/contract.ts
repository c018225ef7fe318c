import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { seeInternal } from '#features/support/case-access/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { permission } from '#kit/contract/permission.ts'

/** Configure where a tracker stores which cases. */
export const configureTracker = permission('tracker:configure', 'Set up the issue tracker', roles('ADMIN', 'CENTRAL'))
/** Choose the system that the cases of an account are kept in step with. */
export const switchService = permission('case:service-switch', 'Switch the tracker of cases', roles('ADMIN', 'CENTRAL'))

const projectKey = z.string().check(z.regex(/^[A-Z][A-Z0-9]{1,9}$/))
const projectLabel = z.string().check(z.maxLength(100), z.regex(/^(?=\P{Cc}*[^\p{Cc}\s])\P{Cc}+$/u))

/** A project of research and development: its key begins the keys of its cases. */
export const RndProject = z.object({ projectKey: z.string(), projectLabel: z.string() })
export type RndProject = z.output<typeof RndProject>

/** The project to which cases are escalated. */
export const RndConfig = z.object({
  ...RndProject.shape,
  targetSystem: z.enum(['embedded', 'jira', 'jsm']),
  version: z.int(),
})
export type RndConfig = z.output<typeof RndConfig>

const url = '/api/plugins/jira/issues/rnd'
const rnd = { tag: 'R&D projects', guard: seeInternal, problems: [] } as const

export const listRndProjects = endpoint({
  ...rnd,
  name: 'listRndProjects',
  method: 'GET',
  url: `${url}/projects`,
  summary: 'List the R&D projects',
  query: listQuery(['projectKey'], {}),
  reply: halList('projects', RndProject),
})
export const listRndConfigs = endpoint({
  ...rnd,
  name: 'listRndConfigs',
  method: 'GET',
  url: `${url}/configs`,
  summary: 'Read the R&D project that cases are escalated to',
  query: listQuery(['projectKey'], {}),
  reply: halList('configs', RndConfig),
})
export const configureRnd = endpoint({
  ...rnd,
  guard: configureTracker,
  name: 'configureRnd',
  method: 'POST',
  url: `${url}/configs`,
  summary: 'Set the R&D project that cases are escalated to',
  body: z.strictObject({ projectKey, projectLabel }),
  reply: RndConfig,
})

export const rndConfigured = defineEvent('rnd-project.configured', {
  audience: 'vendor',
  text: 'set up an R&D project',
  data: { changes: changesTo({ projectKey: z.string(), projectLabel: z.string() }) },
})
