import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { type Actor, allows } from '#kit/contract/permission.ts'

/** Whether a right of this name guards any endpoint and the person has it. */
export function rightNamed(endpoints: readonly AnyEndpoint[], actor: Actor, name: string): boolean {
  return endpoints.some(({ guard }) => typeof guard === 'object' && guard.name === name && allows(actor, guard))
}
