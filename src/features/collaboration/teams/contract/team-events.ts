import * as z from 'zod/mini'
import { changesTo, defineEvent } from '#kit/contract/event.ts'
import { IssueWatcherType } from './team.ts'

export const teamCreated = defineEvent('team.created', {
  audience: 'account',
  text: 'created the team {subject}',
  data: {
    teamName: z.string(),
    teamDisplayName: z.string(),
    ownerNames: z.array(z.string()),
    issueWatcherType: IssueWatcherType,
  },
})
export const teamEdited = defineEvent('team.edited', {
  audience: 'account',
  text: 'edited the team {subject}',
  data: {
    teamName: z.string(),
    teamDisplayName: z.string(),
    changes: changesTo({ teamDisplayName: z.string(), issueWatcherType: IssueWatcherType, ownerNames: z.string() }),
  },
})
export const teamDeleted = defineEvent('team.deleted', {
  audience: 'account',
  text: 'deleted the team {subject}',
  data: { teamName: z.string(), teamDisplayName: z.string() },
})
export const teamMembersAdded = defineEvent('team.members-added', {
  audience: 'account',
  text: 'added members to the team {subject}',
  data: { members: z.array(z.string()), issueWatcherType: z.nullable(IssueWatcherType) },
})
export const teamMemberEdited = defineEvent('team.member-edited', {
  audience: 'account',
  text: 'changed what a member of the team {subject} watches',
  data: { member: z.string(), changes: changesTo({ issueWatcherType: IssueWatcherType }) },
})
export const teamMemberRemoved = defineEvent('team.member-removed', {
  audience: 'account',
  text: 'removed a member from the team {subject}',
  data: { member: z.string() },
})
