import * as z from 'zod/mini'
import {
  accountFields,
  accountName,
  type DeploymentType,
  isTimeZone,
  Stage,
  UserRef,
} from '#features/accounts/accounts/contract.ts'
import { JobStep } from '#features/platform/jobs/contract.ts'
import { fullName } from '#features/users/user-management/contract.ts'
import { email } from '#features/users/users/contract.ts'

export const RequestType = z.enum(['ACCOUNT', 'DEPLOYMENT'])
export const RequestStatus = z.enum(['NEW', 'APPROVED', 'REJECTED'])
export type RequestStatus = z.output<typeof RequestStatus>
export const ProvisioningStatus = z.enum(['QUEUED', 'IN_PROGRESS', 'DONE', 'FAILED'])

const domains = z.array(z.string().check(z.maxLength(255))).check(z.maxLength(50))
const wish = {
  /** The reason for the request. */
  note: z.optional(z.string().check(z.maxLength(2000))),
  /** Of an account: its future name and location. */
  name: z.optional(z.string().check(z.maxLength(64))),
  displayName: z.optional(accountFields.displayName),
  accountType: z.optional(accountFields.accountType),
  partnerType: z.optional(accountFields.partnerType),
  region: z.optional(accountFields.region),
  country: z.optional(accountFields.country),
  address: z.optional(accountFields.address),
  timeZone: z.optional(accountFields.timeZone),
  stage: z.optional(Stage),
  domains: z.optional(domains),
  managerEmail: z.optional(z.nullable(email)),
  managerName: z.optional(z.nullable(fullName)),
  /** Of a deployment: its account. */
  account: z.optional(accountName),
  deployment: z.optional(
    z.strictObject({
      name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,62}$/)),
      version: z.enum(['cOS-DOCSIS', 'cOS-DOCSIS v0.15.x', 'cOS-CN-DOCSIS', 'cOS-CN-PON']),
      stage: Stage,
    }),
  ),
} as const
export const RequestBody = z.strictObject({ requestType: RequestType, ...wish })
export type RequestBody = z.output<typeof RequestBody>

const ofAccounts = [
  'name',
  'displayName',
  'accountType',
  'partnerType',
  'region',
  'country',
  'address',
  'timeZone',
  'stage',
  'domains',
  'managerEmail',
  'managerName',
] as const
const neededFields = { ACCOUNT: ['name', 'displayName', 'region'], DEPLOYMENT: ['account', 'deployment'] } as const

/** Flaws in combinations of fields; the schema has checked each field by itself. */
export function requestFlaws(body: RequestBody): { path: string; message: string }[] {
  const missing = neededFields[body.requestType].filter((path) => !body[path])
  const alien =
    body.requestType === 'DEPLOYMENT'
      ? ofAccounts.filter((path) => body[path] != null)
      : body.account
        ? ['account']
        : []
  const half = Boolean(body.managerEmail) !== Boolean(body.managerName)
  return [
    ...missing.map((path) => ({ path, message: 'is required' })),
    ...alien.map((path) => ({ path, message: 'is not allowed for this type of request' })),
    ...(half
      ? [
          {
            path: body.managerEmail ? 'managerName' : 'managerEmail',
            message: 'enter both the name and the address of the first manager',
          },
        ]
      : []),
    ...(body.timeZone && !isTimeZone(body.timeZone) ? [{ path: 'timeZone', message: 'is not a time zone' }] : []),
  ]
}

/** The deployment type of a system version. */
export function deploymentTypeOf(version: string): z.output<typeof DeploymentType> {
  if (version === 'cOS-CN-PON') return 'CN-PON'
  return version === 'cOS-CN-DOCSIS' ? 'CN-DOCSIS' : 'DOCSIS'
}

/** A request for a new account or a new deployment. */
export const AccountRequest = z.object({
  id: z.string(),
  requestType: RequestType,
  requestStatus: RequestStatus,
  /** Progress of the provisioning; null before the approval. */
  provisioningStatus: z.nullable(ProvisioningStatus),
  steps: z.array(JobStep),
  jobId: z.nullable(z.string()),
  wanted: z.object({ ...wish }),
  reason: z.nullable(z.string()),
  requestedBy: UserRef,
  decidedBy: z.nullable(UserRef),
  accountId: z.nullable(z.string()),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  ownedByCurrentUser: z.boolean(),
  version: z.int(),
})
export type AccountRequest = z.output<typeof AccountRequest>
