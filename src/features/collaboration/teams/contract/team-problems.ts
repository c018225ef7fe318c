import { problems } from '#kit/contract/problem.ts'

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
