import * as z from 'zod/mini'
import { passwordPolicies } from '#features/users/passwords/contract.ts'
import { UserState } from './user-state-enum.ts'

/** During an impersonation: the impersonator, and its end. */
export const ImpersonateMode = z.object({
  impersonator: z.object({ id: z.string(), fullName: z.string() }),
  /** The reason, as the impersonator gave it. */
  reason: z.string(),
  readOnly: z.boolean(),
  endsAt: z.iso.datetime(),
})

const names = z.record(z.string(), z.array(z.string()))
/**
 * The calling user. `groupsByRole` maps a role to account names, `*` being all accounts; `rolesByGroup` the reverse.
 */
export const Me = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  fullName: z.string(),
  jobTitle: z.nullable(z.string()),
  /** E-mail address of the user's manager. */
  manager: z.nullable(z.string()),
  userState: UserState,
  userAcl: z.object({ groupsByRole: names, rolesByGroup: names }),
  /** Names of the accounts whose customer-success manager this user is. */
  assignedAccounts: z.array(z.string()),
  /** Names of the accounts in which this user's customer roles only read. */
  viewOnlyAccounts: z.array(z.string()),
  /** Seconds until the session, or the API token, ends. */
  expires_in: z.int(),
  session_duration_in_hours: z.int(),
  refresh_count: z.int(),
  impersonateMode: z.nullable(ImpersonateMode),
  /** The identity provider of the session. */
  provider: z.nullable(z.string()),
  /** The name of the portal: in its header, page titles and mail. */
  portalName: z.string(),
  /** The portal's vendor: its name in live destinations, and its display name. */
  vendor: z.object({ id: z.string(), name: z.string() }),
  /** The rule for new passwords. */
  passwordPolicy: z.enum(passwordPolicies),
  /** Hosts that links in user-written text may lead to without the page that names the destination. */
  trustedLinkHosts: z.array(z.string()),
  /** Whether the portal shows made-up users and data; shown on every page. */
  demo: z.boolean(),
})
export type Me = z.output<typeof Me>
