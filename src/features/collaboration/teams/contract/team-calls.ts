import * as z from 'zod/mini'
import { accountProblems } from '#features/accounts/accounts/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { halList, listQuery } from '#kit/contract/hal.ts'
import { readTeams } from './read-teams.ts'
import { manageTeams } from './team-permissions.ts'
import { teamProblems } from './team-problems.ts'
import {
  Addition,
  AdditionCheck,
  additions,
  IssueWatcherType,
  newTeam,
  OwnerType,
  Team,
  TeamMember,
  teamChanges,
} from './team-shapes.ts'

const url = '/api/teams'
const reading = { tag: 'Teams', guard: readTeams } as const
const managing = { tag: 'Teams', guard: manageTeams } as const
const params = z.strictObject({ id: z.string().check(z.maxLength(60)) })
const changing = [teamProblems['team-not-found'], teamProblems['team-read-only']] as const
const changingMember = [teamProblems['team-member-not-found'], teamProblems['team-read-only']] as const

export const listTeams = endpoint({
  ...reading,
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
  ...managing,
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
  ...managing,
  name: 'editTeam',
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Change a team: its display name, owners, and what its members watch from now on',
  params,
  body: teamChanges,
  reply: Team,
  problems: [...changing, teamProblems['team-exists']],
})
export const deleteTeam = endpoint({
  ...managing,
  name: 'deleteTeam',
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Delete a team; cases that its members watch stay watched',
  params,
  problems: changing,
})
export const listMemberships = endpoint({
  ...reading,
  name: 'listMemberships',
  method: 'GET',
  url: `${url}/members`,
  summary: 'List the memberships of a user in teams that the caller sees',
  query: z.strictObject({ username: z.string().check(z.minLength(1), z.maxLength(254)) }),
  reply: halList('members', TeamMember),
  problems: [],
})
export const addMembers = endpoint({
  ...managing,
  name: 'addTeamMembers',
  method: 'POST',
  url: `${url}/members`,
  summary: 'Add many users to teams; the reply lists who was added, is unknown, or cannot be a member',
  query: z.strictObject({ issueWatcherType: z.optional(IssueWatcherType) }),
  body: additions,
  reply: Addition,
  problems: [...changing, teamProblems['team-full']],
})
export const checkMembers = endpoint({
  ...managing,
  name: 'checkTeamMembers',
  method: 'POST',
  url: `${url}/members/check`,
  summary: 'Check who would be added, is unknown, or cannot be a member; nothing is saved',
  body: additions,
  reply: AdditionCheck,
  problems: changing,
})
export const editMember = endpoint({
  ...managing,
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
  ...managing,
  name: 'removeTeamMember',
  method: 'DELETE',
  url: `${url}/members/{id}`,
  summary: 'Remove a member from a team; cases that the user watches stay watched',
  params,
  problems: changingMember,
})
