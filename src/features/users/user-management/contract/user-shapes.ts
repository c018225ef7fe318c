import * as z from 'zod/mini'
import { UserState } from '#features/users/users/contract.ts'
import { oneLine } from '#kit/contract/one-line.ts'

/** A user is in use when they were active within this many days (part 1 §9). */
export const IN_USE_DAYS = 100

/** First and last name (part 1 §5). */
export const fullName = oneLine(200).check(
  z.regex(/^\s*\S+(\s+\S+)+\s*$/, 'Enter the first and last name.'),
  z.regex(/^(?!.*([<>]|:\/\/|[\p{L}\p{N}-]{2}\.\p{L}{2}))/u, 'Enter only a name, without a URL or markup.'),
)

/** The tools of a user that can be switched: issue tracker, wiki, chat. */
export const userPlugins = ['jira', 'confluence', 'slack'] as const
/** Subjects of mail to a user. */
export const subscriptionKinds = ['CASES', 'RELEASES', 'ANNOUNCEMENTS', 'CALENDAR'] as const

/** A granted role; vendor roles are held everywhere, so they have no account. */
export const UserRole = z.object({
  role: z.string(),
  account: z.nullable(z.string()),
  accountId: z.nullable(z.string()),
  displayName: z.nullable(z.string()),
})
export type UserRole = z.output<typeof UserRole>

const names = z.record(z.string(), z.array(z.string()))

/** A user, as far as the reader may see: only roles in accounts of the reader. */
export const User = z.object({
  id: z.string(),
  userId: z.string(),
  username: z.string(),
  fullName: z.string(),
  userState: UserState,
  roles: z.array(UserRole),
  /** The following fields are for vendor staff and the account's managers. */
  userAcl: z.optional(z.object({ groupsByRole: names, rolesByGroup: names })),
  isVendor: z.optional(z.boolean()),
  jobTitle: z.optional(z.nullable(z.string())),
  phone: z.optional(z.nullable(z.string())),
  managerEmail: z.optional(z.nullable(z.string())),
  subscriptions: z.optional(z.array(z.enum(subscriptionKinds))),
  notificationBlocking: z.optional(z.boolean()),
  increaseFontSize: z.optional(z.boolean()),
  /** Where they sign in; null is the portal's own directory. */
  provider: z.optional(z.nullable(z.string())),
  /**
   * Where the portal manages users in an external directory: its connection, and the number of waiting messages about
   * this one, and of failed ones.
   */
  directory: z.optional(z.nullable(z.object({ connection: z.string(), waiting: z.int(), failed: z.int() }))),
  /** Whether their provider sets their roles, so that they cannot be changed here. */
  externalAcl: z.optional(z.boolean()),
  mfa: z.optional(z.boolean()),
  /** The link of the reset mail was not used in time. */
  resetOverdue: z.optional(z.boolean()),
  lastLogin: z.optional(z.nullable(z.iso.datetime())),
  lastIdpLogin: z.optional(z.nullable(z.iso.datetime())),
  inUse: z.optional(z.boolean()),
  plugins: z.optional(z.array(z.object({ name: z.enum(userPlugins), enabled: z.boolean() }))),
  candidateSince: z.optional(z.nullable(z.iso.datetime())),
  created: z.optional(z.iso.datetime()),
  updated: z.optional(z.iso.datetime()),
  version: z.int(),
})
export type User = z.output<typeof User>

/** The five figures of the users cache (part 1 §3), over the users visible to the caller. */
export const UserFigures = {
  customerUsersCount: z.int(),
  harmonicUsersCount: z.int(),
  activeCustomerConfluenceUsersCount: z.int(),
  activeCustomerJiraUsersCount: z.int(),
  activeCustomerSlackUsersCount: z.int(),
  /** Customer users active within 100 days. */
  activeCustomerUsersCount: z.int(),
}

/** Seats of the requested account: its own users against `facet-users-max-users`; `limit` null = no limit. */
export const Seats = z.object({ used: z.int(), limit: z.nullable(z.int()) })
