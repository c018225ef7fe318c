import * as z from 'zod/mini'
import { passwordPolicies } from './password-rule.ts'
import { UserState } from './user-state-enum.ts'

/** While one works as somebody else: who is behind it, and until when. */
export const ImpersonateMode = z.object({
  impersonator: z.object({ id: z.string(), fullName: z.string() }),
  /** Why, as the impersonator said. */
  reason: z.string(),
  readOnly: z.boolean(),
  endsAt: z.iso.datetime(),
})

const names = z.record(z.string(), z.array(z.string()))
/** The person who asks. `groupsByRole` maps a role to account names, `*` being all accounts; `rolesByGroup` the reverse. */
export const Me = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  fullName: z.string(),
  jobTitle: z.nullable(z.string()),
  /** E-mail address of the person's manager. */
  manager: z.nullable(z.string()),
  userState: UserState,
  userAcl: z.object({ groupsByRole: names, rolesByGroup: names }),
  /** Names of the accounts whose customer-success manager this person is. */
  assignedAccounts: z.array(z.string()),
  /** Names of the accounts in which this person's customer roles only read. */
  viewOnlyAccounts: z.array(z.string()),
  /** Seconds until the session, or the API token, ends. */
  expires_in: z.int(),
  session_duration_in_hours: z.int(),
  refresh_count: z.int(),
  impersonateMode: z.nullable(ImpersonateMode),
  /** The identity provider that the session came from. */
  provider: z.nullable(z.string()),
  /** Whose portal it is: the word in the vendor's live destinations, and the name that people read. */
  vendor: z.object({ id: z.string(), name: z.string() }),
  /** The rule that a new password has to keep. */
  passwordPolicy: z.enum(passwordPolicies),
  /** Hosts that links in what people write may lead to without the page that names where they lead. */
  trustedLinkHosts: z.array(z.string()),
  /** Whether the portal shows made-up people and data; said on every page. */
  demo: z.boolean(),
})
export type Me = z.output<typeof Me>
