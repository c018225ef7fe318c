import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { notBlank } from '#kit/contract/one-line.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'
import { readTeams } from './read-teams.ts'

/** Vendor and customer teams are stored; system teams are computed from roles. */
export const ownerTypes = ['CUSTOMER', 'VENDOR', 'SYSTEM'] as const
/** The cases of which a member becomes a watcher: all, outages, those reported by or assigned to a member of the team, none. */
export const watcherTypes = ['ALL', 'OUTAGES', 'MINE', 'NONE'] as const
export type WatcherType = (typeof watcherTypes)[number]

/** Why a user cannot be a member of a team. */
export const rejections = ['NOT_ACTIVE', 'VENDOR_STAFF', 'CUSTOMER', 'OTHER_ACCOUNT'] as const

export const MOST_MEMBERS = 500
export const MOST_ADDED = 500

/** Create and change teams and their members; customers those of their accounts. */
export const manageTeams = permission(
  'team:manage',
  'Manage teams and their members',
  roles('ADMIN', 'HARMONIC_MANAGER', 'HARMONIC_TAC_MANAGER', 'HARMONIC_CSM', 'MANAGER'),
)

export const teamProblems = problems({
  'team-not-found': { status: 404, text: 'This team was not found.' },
  'team-member-not-found': { status: 404, text: 'This member was not found.' },
  'team-exists': { status: 409, text: 'There is a team with the name {name} already. Choose another name.' },
  'team-read-only': {
    status: 409,
    text: 'System teams are computed from roles and cannot be changed. Change the roles of the users instead.',
  },
  'team-full': { status: 409, text: 'A team has at most {most} members.' },
})

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

const url = '/api/teams'
const readingTeams = { tag: 'Teams', guard: readTeams } as const
const managingTeams = { tag: 'Teams', guard: manageTeams } as const
const params = z.strictObject({ id: z.string().check(z.maxLength(60)) })
const changeProblems = [teamProblems['team-not-found'], teamProblems['team-read-only']] as const
const changingMember = [teamProblems['team-member-not-found'], teamProblems['team-read-only']] as const

export const listTeams = endpoint({
  ...readingTeams,
  name: 'listTeams',
  method: 'GET',
  url,
  summary: 'List teams with their members; with `account`, those that act for it',
  query: listQuery(
    ['teamDisplayName'],
    {
      ownerType: z.optional(OwnerType),
      account: z.optional(z.string().check(z.maxLength(32))),
    },
    { maximum: 500, usual: 200 },
  ),
  reply: halList('teams', Team),
  problems: [accountProblems['account-not-found']],
})
export const createTeam = endpoint({
  ...managingTeams,
  name: 'createTeam',
  method: 'POST',
  url,
  status: 201,
  summary: 'Create a vendor or customer team',
  body: newTeam,
  reply: Team,
  problems: [teamProblems['team-exists']],
})
export const editTeam = endpoint({
  ...managingTeams,
  name: 'editTeam',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a team: its display name, owners, and what its members watch from now on',
  params,
  body: teamChanges,
  reply: Team,
  problems: [...changeProblems, teamProblems['team-exists']],
})
export const deleteTeam = endpoint({
  ...managingTeams,
  name: 'deleteTeam',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a team; cases that its members watch stay watched',
  params,
  problems: changeProblems,
})
export const listMemberships = endpoint({
  ...readingTeams,
  name: 'listMemberships',
  method: 'GET',
  url: `${url}/members`,
  summary: 'List the memberships of a user in teams that the caller sees',
  query: z.strictObject({ username: z.string().check(z.minLength(1), z.maxLength(254)) }),
  reply: halList('members', TeamMember),
  problems: [],
})
export const addMembers = endpoint({
  ...managingTeams,
  name: 'addTeamMembers',
  method: 'POST',
  url: `${url}/members`,
  summary: 'Add many users to teams; the reply lists who was added, is unknown, or cannot be a member',
  query: z.strictObject({ issueWatcherType: z.optional(IssueWatcherType) }),
  body: additions,
  reply: Addition,
  problems: [...changeProblems, teamProblems['team-full']],
})
export const checkMembers = endpoint({
  ...managingTeams,
  name: 'checkTeamMembers',
  method: 'POST',
  url: `${url}/members/check`,
  summary: 'Check who would be added, is unknown, or cannot be a member; nothing is saved',
  body: additions,
  reply: AdditionCheck,
  problems: changeProblems,
})
export const editMember = endpoint({
  ...managingTeams,
  name: 'editTeamMember',
  method: 'PATCH',
  url: `${url}/members/{id}`,
  summary: 'Change what a member watches from now on; null is as the team',
  params,
  body: z.strictObject({ issueWatcherType: z.nullable(IssueWatcherType) }),
  reply: TeamMember,
  problems: changingMember,
})
export const removeMember = endpoint({
  ...managingTeams,
  name: 'removeTeamMember',
  method: 'DELETE',
  url: `${url}/members/{id}`,
  summary: 'Remove a member from a team; cases that the user watches stay watched',
  params,
  problems: changingMember,
})
