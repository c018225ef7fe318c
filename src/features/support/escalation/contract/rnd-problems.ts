import { problems } from '#kit/contract/problem.ts'

export const rndProblems = problems({
  'rnd-issue-not-found': { status: 404, text: 'The R&D issue was not found.' },
  'rnd-project-missing': { status: 409, text: 'This R&D project does not exist. Choose one in the tracker settings.' },
  'escalate-first': { status: 409, text: '{key} has no R&D issue. Escalate it first.' },
  'case-already-escalated': { status: 409, text: '{key} is already linked to {rndKey}. Escalate it again instead.' },
  'case-not-open': { status: 409, text: '{key} is not open. Reopen it first.' },
})
