import * as z from 'zod/mini'
import { assignedGrants, roles } from '#features/access/roles/contract.ts'
import { UserRef } from '#features/accounts/accounts/contract.ts'
import { HttpsUrl } from '#kit/contract/https-url.ts'
import { permission } from '#kit/contract/permission.ts'

/** Read what the CRM has about an account. */
export const readCrm = permission(
  'crm:read',
  'Read the CRM data of accounts',
  roles('ADMIN'),
  assignedGrants('HARMONIC_CSM'),
)
/** Change the CRM id and the CRM record of an account. */
export const configureCrm = permission(
  'crm:configure',
  'Change CRM ID and CRM record of accounts',
  roles('ADMIN'),
  assignedGrants('HARMONIC_CSM'),
)

const text = (longest: number) => z.string().check(z.maxLength(longest), z.regex(/^[^\p{Cc}]*$/u))
/** In minor units of the currency; in hundredths where the currency is not known. */
const amount = z.nullable(z.int().check(z.minimum(0), z.maximum(Number.MAX_SAFE_INTEGER)))
/** 18 letters and digits; 15 are accepted here, so that the error can offer their suffix. */
export const CrmId = z.string().check(z.regex(/^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$/))

/** Where the data about accounts is: in the portal, or in an outside system. */
export const CrmSystemName = z.enum(['embedded', 'salesforce'])

/** The account of the CRM that belongs to an account; the version is that of the account. */
export const CrmConfig = z.object({
  account: z.string(),
  accountDisplayName: z.string(),
  crmId: z.string(),
  system: CrmSystemName,
  version: z.int(),
})
export type CrmConfig = z.output<typeof CrmConfig>

/** A sale that is expected or done. */
export const Opportunity = z.strictObject({
  name: text(200).check(z.minLength(1)),
  stage: text(100),
  amount,
  closeDate: z.nullable(z.iso.date()),
})
export type Opportunity = z.output<typeof Opportunity>

/** The data of an account in the CRM. */
export const crmRecordFields = z.strictObject({
  owner: z.nullable(text(200)),
  ownerEmail: z.nullable(text(320)),
  contractNumber: z.nullable(text(100)),
  contractStatus: z.nullable(text(100)),
  contractStart: z.nullable(z.iso.date()),
  contractEnd: z.nullable(z.iso.date()),
  contractValue: amount,
  currency: z.nullable(z.string().check(z.regex(/^[A-Z]{3}$/))),
  quoteUrl: z.nullable(HttpsUrl),
  opportunities: z.array(Opportunity).check(z.maxLength(50)),
})
export type CrmRecord = z.output<typeof crmRecordFields>

/** The same as it is read: with its age, and why it could not be read again. */
export const CrmData = z.object({
  account: z.string(),
  crmId: z.nullable(z.string()),
  system: CrmSystemName,
  /** Null while nothing was read or written. */
  record: z.nullable(z.object({ ...crmRecordFields.shape, quoteUrl: z.nullable(z.string()) })),
  /** When it was read from the outside system, or changed in the portal. */
  asOf: z.nullable(z.iso.datetime()),
  failure: z.nullable(z.string()),
  /** The customer success manager whose address is the owner's, where the account has another or none; never set by itself. */
  proposedCsm: z.nullable(UserRef),
  /** Newer data is being read from the outside system; what is shown is what was read before. */
  reading: z.boolean(),
  /** Of the record in the portal; 0 while there is none. */
  version: z.int(),
})
export type CrmData = z.output<typeof CrmData>
