import { expect, test } from 'vitest'
import { type AnyPagePath, pagePath } from '#kit/contract/page-path.ts'
import { features } from './features.ts'

type Declarations = Readonly<Record<string, AnyPagePath & ((...values: readonly object[]) => string)>>

const declared = Object.values(import.meta.glob<Declarations>('../features/*/*/paths.ts', { eager: true })).flatMap(
  (paths) => Object.entries(paths),
)

test('every path is the path of a page, and every page has one', () => {
  const pages = features.flatMap(({ pages }) => pages).map(({ path }) => path.pattern)
  expect(declared.map(([, { pattern }]) => pattern).sort()).toEqual(pages.sort())
  expect(new Set(pages).size).toBe(pages.length)
})

test('the addresses of all pages', () => {
  const addresses = declared.map(([name, path]) => {
    const params = [...path.pattern.matchAll(/\$(\w+)/g)].map(([, param]) => [param, `<${param}>`])
    const address = params.length > 0 ? path(Object.fromEntries(params)) : path()
    return `${name} ${decodeURIComponent(address)}`
  })
  expect(addresses.sort().join('\n')).toMatchInlineSnapshot(`
    "accountAnalyticsPath /<account>/<accountId>/analytics
    accountAuditPath /<account>/<accountId>/audit
    accountCalendarEventPath /<account>/<accountId>/calendar/event/<eventId>
    accountCalendarPath /<account>/<accountId>/calendar
    accountCasesReportPath /<account>/<accountId>/support/report
    accountDashboardPath /<account>/<accountId>/dashboard
    accountImpersonationsPath /<account>/<accountId>/impersonations
    accountJoinRequestsPath /<account>/<accountId>/requests
    accountNewCasePath /<account>/<accountId>/support/new
    accountOutagesPath /<account>/<accountId>/support/outages
    accountRequestsPath /admin/requests
    accountSettingsPath /<account>/<accountId>/account
    accountSubscriptionPath /<account>/<accountId>/subscription
    accountTeamsPath /<account>/<accountId>/teams
    accountUserPath /<account>/<accountId>/users/<userId>
    accountUsersPath /<account>/<accountId>/users
    accountWikiPagePath /<account>/<accountId>/wiki/<pageId>
    accountWikiPath /<account>/<accountId>/wiki
    accountsPath /admin/accounts
    alertPath /alerts/<alertId>
    alertsPath /alerts
    analyticsPath /analytics
    analyticsPlansPath /admin/subscriptions/analytics
    analyticsReportPath /<account>/<accountId>/analytics/report
    analyticsSettingsPath /<account>/<accountId>/analytics/settings
    announcementEventsPath /admin/announcements/events
    announcementPath /admin/announcements/<announcementId>
    announcementsPath /admin/announcements
    apiReferencePath /api/docs
    approvalsPath /software/approvals
    auditPath /admin/audit
    buildsPath /<account>/<accountId>/infrastructure/build
    bundlePath /software/bundles/<bundleId>
    bundlesPath /software/bundles
    calendarEventPath /calendar/event/<eventId>
    calendarPath /calendar
    casePath /<account>/<accountId>/support/case/<key>
    casePrintPath /<account>/<accountId>/support/case/<key>/print
    caseQueuePath /support
    casesReportPath /support/report
    categoriesPath /admin/announcements/categories
    certificatesPath /<account>/<accountId>/infrastructure/certificates
    chatPath /<account>/<accountId>/chat
    chooseAccountPath /accounts
    cloudRegionsPath /<account>/<accountId>/infrastructure/regions
    connectionPath /admin/connections/<connectionId>
    connectionsPath /admin/connections
    customerCasesPath /<account>/<accountId>/support/customerCases
    dashboardPath /dashboard
    decisionPath /decisions/<decision>
    distributionGroupsPath /software/groups
    domainsPath /admin/domains
    findingPath /<account>/<accountId>/insights/findings/<findingId>
    findingsPath /<account>/<accountId>/insights/history
    heatMapPath /<account>/<accountId>/insights/heatmap
    impersonationsPath /admin/impersonations
    insightCataloguePath /admin/insights
    insightsPath /<account>/<accountId>/insights
    internalCasesPath /<account>/<accountId>/internal/support/customerCases
    joinLandingPath /account/<accountName>/harmonicId
    joinRequestsPath /admin/requests/join
    knownIssuePath /support/known-issues/<issueKey>
    knownIssuesPath /support/known-issues
    linkJobsPath /<account>/<accountId>/infrastructure/links
    logbookPath /me/logbook
    mailPath /admin/mail/<mailId>
    mailRepliesPath /admin/mail-replies
    mailsPath /admin/mail
    newAccountPath /admin/accounts/new
    newAccountRequestPath /admin/requests/new
    newCasePath /support/new
    newRolloutPath /software/rollouts/new
    notificationsPath /me/notifications
    onCallPath /alerts/on-call
    outageLogPath /<account>/<accountId>/support/outages/log
    outagePath /<account>/<accountId>/support/outages/<outageKey>
    outagesPath /support/outages
    plansPath /admin/subscriptions/plans
    pluginPath /<account>/<accountId>/plugins/<plugin>
    pluginsPath /<account>/<accountId>/plugins
    profilePath /me
    providersPath /admin/sso
    registryPath /<account>/<accountId>/software/registry
    releasePath /<account>/<accountId>/software/<releaseId>
    releasesPath /<account>/<accountId>/software
    rndIssuePath /support/rnd/<rndKey>
    rndIssuesPath /support/rnd
    rolloutPath /software/rollouts/<rolloutId>
    rolloutsPath /software/rollouts
    savedRepliesPath /support/saved-replies
    sbomSearchPath /software/sbom
    servicesMapPath /infrastructure/services
    settingsPath /admin/settings
    slaPath /<account>/<accountId>/support/sla
    slaTargetsPath /support/sla-targets
    softwareOverviewPath /software/overview
    subscriptionPath /admin/subscriptions/customers/<subscriptionId>
    subscriptionsPath /admin/subscriptions/customers
    systemPath /admin/system
    teamsPath /teams
    templatePath /admin/templates/<templateId>
    templatesPath /admin/templates
    uptimePath /<account>/<accountId>/uptime
    userDeletionPath /admin/users/deletion
    userPath /admin/users/<userId>
    usersPath /admin/users
    verificationPath /<account>/<accountId>/software/verification
    webhookPath /<account>/<accountId>/webhooks/<webhookId>
    webhooksPath /<account>/<accountId>/webhooks
    welcomePath /welcome
    wikiPagePath /wiki/<pageId>
    wikiPath /wiki"
  `)
})

test('values are encoded, and empty parts of the query are left out', () => {
  const path = pagePath('/$account/$accountId/things/$thing', ['q', 'tags', 'tab'])
  const account = { name: 'nord kabel', id: '7', displayName: 'Nordkabel' }
  expect(path({ account, thing: 'a/b?c' })).toBe('/nord%20kabel/7/things/a%2Fb%3Fc')
  expect(path({ account: 'nord', accountId: '7', thing: '1' }, { q: 'ä & b', tags: ['x', 'y'], tab: undefined })).toBe(
    '/nord/7/things/1?q=%C3%A4+%26+b&tags=x&tags=y',
  )
  expect(pagePath('/things', ['q'])({ q: '' })).toBe('/things')
})
