import { accountProblems } from '#features/accounts/contract.ts'
import type { Feature } from '#kit/server/portal.ts'
import { refuse } from '#kit/server/refusal.ts'
import { serve } from '#kit/server/serve/serve.ts'
import { visibleAccounts } from '#kit/server/visible.ts'
import { readRunway, readRunways, runwayChanged } from '../contract.ts'
import { probeRunway } from './probe-runway.ts'
import { tellRunway } from './tell-runway.ts'

/** How far a new account has come. */
export const runwayFeature: Feature = {
  name: 'runway',
  serve(portal) {
    serve(portal, readRunway, async ({ session, params: { account } }) => {
      const runway = await probeRunway(portal.db, account, visibleAccounts(session, readRunways))
      return runway ?? refuse(accountProblems['account-not-found'], { name: account })
    })
  },
  topics: [runwayChanged],
  reactions: tellRunway,
}
