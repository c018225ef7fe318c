import * as z from 'zod/mini'
import { notBlank, oneLine } from '#kit/contract/one-line.ts'
import { AccountType, PartnerType, Region, Stage } from './account-shapes.ts'

const maybe = (length: number) => z.nullable(oneLine(length))

/** The writable fields of an account besides its name, which never changes. */
export const accountFields = {
  displayName: oneLine(120).check(notBlank),
  description: z.string().check(z.maxLength(2000)),
  accountType: AccountType,
  partnerType: z.nullable(PartnerType),
  stage: Stage,
  region: Region,
  country: maybe(60),
  city: maybe(120),
  address: z.nullable(z.string().check(z.maxLength(500))),
  /** An IANA name with a slash, none of Etc. */
  timeZone: z
    .string()
    .check(
      z.maxLength(60),
      z.regex(/^(?!Etc\/)[A-Za-z_]+(\/[A-Za-z0-9_+-]+){1,2}$/, 'Choose a time zone such as Europe/Berlin.'),
    ),
  /** 15 characters are accepted here, so that the error can offer their suffix. */
  crmId: z.nullable(z.string().check(z.regex(/^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$/, 'Enter 18 letters and digits.'))),
  isParent: z.boolean(),
  /** Its own users only read, and users of its parent do not see it. */
  viewOnly: z.boolean(),
  selfJoin: z.boolean(),
} as const

/** A CRM ID as a form has it: empty for none. */
export const crmIdInput = z
  .string()
  .check(z.regex(/^([A-Za-z0-9]{15}([A-Za-z0-9]{3})?)?$/, 'Enter 18 letters and digits.'))

/** Whether the time zone is known. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}
