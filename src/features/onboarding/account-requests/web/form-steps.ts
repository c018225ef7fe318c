import type { RequestBody } from '../contract.ts'
import type { RequestValues } from './request-values.ts'

/** A step of the request form. */
export type FormStep = 'account' | 'users' | 'deployment' | 'check'

const steps = {
  ACCOUNT: ['account', 'users', 'deployment', 'check'],
  DEPLOYMENT: ['deployment', 'check'],
} as const satisfies Record<RequestBody['requestType'], readonly FormStep[]>

const later: Partial<Record<keyof RequestValues, FormStep>> = {
  domains: 'users',
  managerName: 'users',
  managerEmail: 'users',
  account: 'deployment',
  withDeployment: 'deployment',
  deploymentName: 'deployment',
  version: 'deployment',
  deploymentStage: 'deployment',
  note: 'check',
}

/** The steps of a kind of request, in their order. */
export function stepsOf(requestType: RequestBody['requestType']): readonly FormStep[] {
  return steps[requestType]
}

/** The step that contains a field. */
export function stepOfField(field: string): FormStep {
  return later[field as keyof RequestValues] ?? 'account'
}
