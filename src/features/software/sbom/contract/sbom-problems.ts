import { problems } from '#kit/contract/problem.ts'
import en from '../messages/problems.en.json' with { type: 'json' }

export const sbomProblems = problems(en, {
  'sbom-not-found': 404,
  'sbom-unreadable': 400,
  'sbom-too-large': 413,
  'sbom-exists': 409,
})
