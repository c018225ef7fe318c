import * as z from 'zod/mini'
import { notBlank } from '#kit/contract/one-line.ts'
import { MOST_ADDED, ownerTypes, rejections, watcherTypes } from './team-enums.ts'

export const OwnerType = z.enum(ownerTypes)
export const IssueWatcherType = z.enum(watcherTypes)

/** A membership of a user in a team. */
export const TeamMember = z.object({
  id: z.string(),
  username: z.string(),
  fullName: z.string(),
  /** The user's role in the account of the team, or vendor role. */
  role: z.nullable(z.string()),
  teamId: z.string(),
  teamName: z.string(),
  teamDisplayName: z.string(),
  /** What the member watches. */
  issueWatcherType: IssueWatcherType,
  /** The member watches what the team watches. */
  isAsTeam: z.boolean(),
  version: z.int(),
})
export type TeamMember = z.output<typeof TeamMember>

export const Team = z.object({
  id: z.string(),
  ownerType: OwnerType,
  /** A customer team: the name of its account. A vendor team: the accounts for which it acts; empty for all. */
  ownerNames: z.array(z.string()),
  teamName: z.string(),
  teamDisplayName: z.string(),
  /** What members watch who have no setting of their own. */
  issueWatcherType: IssueWatcherType,
  members: z.array(TeamMember),
  version: z.int(),
})
export type Team = z.output<typeof Team>

const accountNames = z.array(z.string().check(z.maxLength(32))).check(z.maxLength(1000))
const displayName = z.string().check(notBlank, z.maxLength(120))

export const newTeam = z.strictObject({
  teamName: z.string().check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/)),
  teamDisplayName: displayName,
  ownerType: z.enum(['CUSTOMER', 'VENDOR']),
  ownerNames: z.optional(accountNames),
  issueWatcherType: z.optional(IssueWatcherType),
})
export const teamChanges = z.strictObject({
  teamDisplayName: z.optional(displayName),
  ownerNames: z.optional(accountNames),
  issueWatcherType: z.optional(IssueWatcherType),
})

const names = z.array(z.string().check(z.minLength(1), z.maxLength(254))).check(z.maxLength(MOST_ADDED))
export const additions = z.strictObject({
  /** The teams that get the members, all of one owner. */
  groupIds: z.array(z.string().check(z.maxLength(60))).check(z.minLength(1), z.maxLength(20)),
  /** E-mail addresses. */
  usernames: z.optional(names),
  /** All users of these accounts who can be members. */
  accounts: z.optional(accountNames),
})

const UserRef = z.object({ username: z.string(), fullName: z.string(), role: z.nullable(z.string()) })

/** The users of an addition, before it is made. */
export const AdditionCheck = z.object({
  found: z.array(UserRef),
  /** Members of all the teams already. */
  present: z.array(z.string()),
  /** No user has this name; with the user who has a name one or two characters off. */
  unknown: z.array(z.object({ username: z.string(), meant: z.nullable(UserRef) })),
  notAllowed: z.array(z.object({ username: z.string(), reason: z.enum(rejections) })),
})
export type AdditionCheck = z.output<typeof AdditionCheck>

export const Addition = z.extend(AdditionCheck, { added: z.array(TeamMember) })
