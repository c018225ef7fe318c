import { assignRoles } from '#features/role-grants/contract.ts'
import { personRights } from '#features/sessions/server/index.ts'
import { findUser, peopleOf, sightOf } from '#features/user-management/server/index.ts'
import { allows, permissionNamed } from '#kit/contract/permission.ts'
import { openDecision } from '#kit/server/decision.ts'
import type { Feature } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { sealOf } from '#kit/server/seal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { decisionProblems, readDecision } from '../contract.ts'
import { failedCheck, remediesFor } from './explain.ts'

/** Why somebody was refused, for those who manage their rights. */
export const whyNotFeature: Feature = {
  name: 'why-not',
  serve(portal) {
    const { db } = portal
    const seal = sealOf(portal.config)
    serve(portal, readDecision, async ({ params, session }) => {
      const decision = openDecision(seal, params.id) ?? refuse(decisionProblems['decision-not-found'])
      const sight = { ...sightOf(session), seen: peopleOf(session, assignRoles) }
      const user = await findUser(db, sight, decision.personId)
      const rights = await personRights(db, decision.personId)
      if (!user) return refuse(decisionProblems['decision-not-found'])
      const nobody = { id: user.id, username: user.username, fullName: user.fullName, roles: [], assignedAccounts: [] }
      const actor = rights?.actor ?? nobody
      const wanted = decision.permission === null ? undefined : permissionNamed(decision.permission)
      const accounts = user.roles.flatMap(({ account }) => account ?? [])
      const isVendor = user.roles.some(({ account }) => account === null)
      return {
        person: { id: user.id, username: user.username, fullName: user.fullName },
        at: decision.at,
        call: decision.call,
        code: decision.code,
        permission: decision.permission,
        account: decision.account,
        check: failedCheck(decision, actor),
        refusedNow: !wanted || !allows(actor, wanted, decision.account ?? undefined),
        roles: user.roles,
        remedies: remediesFor(decision, { ...actor, isVendor, accounts: [...new Set(accounts)] }, session.actor),
      }
    })
  },
}
