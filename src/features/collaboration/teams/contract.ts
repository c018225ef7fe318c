export { readTeams } from './contract/read-teams.ts'
export {
  addMembers,
  checkMembers,
  createTeam,
  deleteTeam,
  editMember,
  editTeam,
  listMemberships,
  listTeams,
  removeMember,
} from './contract/team-calls.ts'
export { MOST_MEMBERS, ownerTypes, type WatcherType, watcherTypes } from './contract/team-enums.ts'
export {
  teamCreated,
  teamDeleted,
  teamEdited,
  teamMemberEdited,
  teamMemberRemoved,
  teamMembersAdded,
} from './contract/team-events.ts'
export { manageTeams } from './contract/team-permissions.ts'
export { teamProblems } from './contract/team-problems.ts'
export type { AdditionCheck, Team, TeamMember } from './contract/team-shapes.ts'
