import { loadPermissions } from '#features/access/sessions/server/index.ts'
import { userScopeOf, visibleUsersCondition } from '#features/users/managed-users/server/index.ts'
import { assignRoles } from '#features/users/role-assignment/contract.ts'
import { findUser } from '#features/users/user-management/server/index.ts'
import { allows, permissionNamed } from '#kit/contract/permission.ts'
import { decodeDecisionId } from '#kit/server/decision.ts'
import { encryptorFor } from '#kit/server/encryption.ts'
import { throwProblem } from '#kit/server/http-problem.ts'
import type { Feature } from '#kit/server/portal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { decisionProblems, readDecision } from '../contract.ts'
import { failedCheck, suggestGrants } from './explain.ts'

/** Why a user was denied, for those who manage their permissions. */
export const accessDecisionsFeature: Feature = {
  name: 'access-decisions',
  serve(portal) {
    const { db } = portal
    const encrypt = encryptorFor(portal.config)
    serve(portal, readDecision, async ({ params, session }) => {
      const decision = decodeDecisionId(encrypt, params.id) ?? throwProblem(decisionProblems['decision-not-found'])
      const scope = { ...userScopeOf(session), seen: visibleUsersCondition(session, assignRoles) }
      const user = await findUser(db, scope, decision.userId)
      const permissions = await loadPermissions(db, decision.userId)
      if (!user) return throwProblem(decisionProblems['decision-not-found'])
      const noOne = { id: user.id, username: user.username, fullName: user.fullName, roles: [], assignedAccounts: [] }
      const actor = permissions?.actor ?? noOne
      const permissionOrRole = decision.permission === null ? undefined : permissionNamed(decision.permission)
      const accounts = user.roles.flatMap(({ account }) => account ?? [])
      const isVendor = user.roles.some(({ account }) => account === null)
      return {
        user: { id: user.id, username: user.username, fullName: user.fullName },
        at: decision.at,
        call: decision.call,
        code: decision.code,
        permission: decision.permission,
        account: decision.account,
        check: failedCheck(decision, actor),
        rejectedNow: !permissionOrRole || !allows(actor, permissionOrRole, decision.account ?? undefined),
        roles: user.roles,
        remedies: suggestGrants(decision, { ...actor, isVendor, accounts: [...new Set(accounts)] }, session.actor),
      }
    })
  },
}
