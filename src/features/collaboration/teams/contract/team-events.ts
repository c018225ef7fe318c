import { defineEvent } from '#kit/contract/event.ts'

export const teamCreated = defineEvent('team.created', 'account')
export const teamEdited = defineEvent('team.edited', 'account')
export const teamDeleted = defineEvent('team.deleted', 'account')
export const teamMembersAdded = defineEvent('team.members-added', 'account')
export const teamMemberEdited = defineEvent('team.member-edited', 'account')
export const teamMemberRemoved = defineEvent('team.member-removed', 'account')
