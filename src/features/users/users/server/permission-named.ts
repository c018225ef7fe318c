import type { AnyEndpoint } from '#kit/contract/endpoint.ts'
import { allows, type Permission, type Principal } from '#kit/contract/permission.ts'

/** Whether a permission of this name guards any endpoint, or shows more of its reply, and the user has it. */
export function rightNamed(endpoints: readonly AnyEndpoint[], actor: Principal, name: string): boolean {
  return endpoints.flatMap(permissionsOf).some((right) => right.name === name && allows(actor, right))
}

function permissionsOf({ guard, optionalPermissions: shows = [] }: AnyEndpoint): readonly Permission[] {
  return typeof guard === 'object' ? [guard, ...shows] : shows
}
