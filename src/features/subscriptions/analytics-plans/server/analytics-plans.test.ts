import { analyticsPlansSuite } from '#test/analytics-plans/analytics-plans-suite.ts'
import { userManagementApp } from '#test/user-management-app.ts'

analyticsPlansSuite('of the portal', async () => {
  const office = await userManagementApp({ env: { RATE_LIMITS: 'off' } })
  return {
    office,
    isImmediate: true,
    state: { system: 'embedded', connection: null, read: null },
    async held(account) {
      const { rows } = await office.portal.pool.query(
        'select a.name as account, n.plan, n.services from analytics_plans n join accounts a on a.id = n.account_id where a.name = $1',
        [account],
      )
      return rows[0]
    },
    close: () => office.close(),
  }
})
