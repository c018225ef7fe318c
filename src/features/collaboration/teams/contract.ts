export { readTeams } from './contract/read-teams.ts'
export {
  type AdditionCheck,
  addMembers,
  checkMembers,
  createTeam,
  deleteTeam,
  editMember,
  editTeam,
  listMemberships,
  listTeams,
  MOST_MEMBERS,
  manageTeams,
  ownerTypes,
  removeMember,
  type Team,
  type TeamMember,
  teamProblems,
  type WatcherType,
  watcherTypes,
} from './contract/team.ts'
export {
  teamCreated,
  teamDeleted,
  teamEdited,
  teamMemberEdited,
  teamMemberRemoved,
  teamMembersAdded,
} from './contract/team-events.ts'
