// Mistakes that a change could make, and the test file that must detect each: [source, its text, the wrong text, test].
// A source is given from src/features/, or with its place from src/. Its text occurs there exactly once.
import { deliveryAreas } from './delivery-areas.mjs'
import { timeMutants } from './time-mutants.mjs'

const access = 'support/case-access/server'
const cases = 'support/cases/server'
const comments = 'support/comments/server'
const bundles = 'software/bundles/server'
const releases = 'software/releases/server'
const managed = 'users/managed-users/server'
const management = 'users/user-management/server'
const accounts = 'accounts/accounts/server'

const sla = 'support/sla/contract/sla-arithmetic.ts'
const slaTest = 'support/sla/server/sla-arithmetic.test.ts'

const never = (condition) => [condition, `false && (${condition})`]

export const mutants = [
  // If-Match
  [`${cases}/transition-case.ts`, '  requireVersion(call, storedCase.version)\n', '', `${cases}/cases.test.ts`],
  [`${cases}/change-case.ts`, '  requireVersion(call, storedCase.version)\n', '', `${cases}/cases.test.ts`],
  [`${cases}/delete-case.ts`, '  requireVersion(call, storedCase.version)\n', '', `${cases}/cases.test.ts`],
  [`${comments}/edit-window.ts`, '  requireVersion(call, comment.version)\n', '', `${comments}/case-comments.test.ts`],
  [`${management}/update-user.ts`, '  requireVersion(call, user.version)\n', '', `${management}/manage-users.test.ts`],
  [
    `${management}/state-routes.ts`,
    '    requireVersion(call, user.version)\n',
    '',
    `${management}/manage-users.test.ts`,
  ],
  [
    `${accounts}/write-account.ts`,
    '  requireVersion(call, account.version)\n',
    '',
    `${accounts}/account-management.test.ts`,
  ],
  [`${accounts}/set-plan-facets.ts`, '  requireVersion(call, version)\n', '', `${accounts}/plan-facets.test.ts`],
  [
    'sign-in/provider-management/server/save-provider.ts',
    '  requireVersion(call, before.version)\n',
    '',
    'sign-in/provider-management/server/providers.test.ts',
  ],
  [
    'onboarding/account-requests/server/decide-request.ts',
    '  requireVersion(call, storedRequest.version)\n',
    '',
    'onboarding/account-requests/server/account-requests.test.ts',
  ],

  // Permissions
  [
    `${cases}/transition-case.ts`,
    ...never('!canTransitionCase(session, storedCase, action)'),
    `${cases}/cases.test.ts`,
  ],
  [
    `${cases}/change-case.ts`,
    '  requireMayChange(session, storedCase, Object.keys(body))\n',
    '',
    `${cases}/cases.test.ts`,
  ],
  [
    `${comments}/internal-comments.ts`,
    '  requirePermission(call, seeInternal, storedCase.account)\n',
    '',
    `${comments}/case-comments.test.ts`,
  ],
  [
    `${comments}/routes.ts`,
    '    requirePermission(call, seeInternal, account)\n',
    '',
    `${comments}/case-comments.test.ts`,
  ],
  [
    `${comments}/edit-window.ts`,
    ...never('comment.authorId !== call.session.userId'),
    `${comments}/case-comments.test.ts`,
  ],
  [
    'users/access-requests/server/find-role-admins.ts',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    ' and u.id <> ${askerId}',
    '',
    'users/access-requests/server/access-requests.test.ts',
  ],
  [
    'users/role-assignment/server/change-roles.ts',
    ...never('givenRoles.length > 0 && user.id === session.userId'),
    'users/role-assignment/server/role-grants.test.ts',
  ],
  [
    'users/role-assignment/server/change-roles.ts',
    ...never('!mayGrant(actor, role, account)'),
    'users/role-assignment/server/role-grants.test.ts',
  ],
  [
    'onboarding/account-requests/server/decide-request.ts',
    ...never('[storedRequest.requestedBy, storedRequest.requestedByImpersonator].includes(session.userId)'),
    'onboarding/account-requests/server/account-requests.test.ts',
  ],
  [
    `${releases}/approve-release.ts`,
    ...never('[release.createdBy, release.createdByImpersonator].includes(session.userId)'),
    `${releases}/releases.test.ts`,
  ],
  [`${managed}/managed-user.ts`, ...never('user.id === session.userId'), `${management}/manage-users.test.ts`],
  [
    'sign-in/impersonation/server/start-impersonation.ts',
    '  requireMayActAs(session, user)\n',
    '',
    'sign-in/impersonation/server/impersonation.test.ts',
  ],
  [
    'kit/server/serve/guard.ts',
    ...never('writes && session.readOnly && !endpoint.allowedInReadOnlySession'),
    'sign-in/impersonation/server/impersonation.test.ts',
  ],

  // Visibility
  [`${access}/case-scope.ts`, "['not c.internal']", "['true']", `${cases}/cases.test.ts`],
  [
    `${access}/case-scope.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    '(c.reporter_id = ${me} or ${isWatched})',
    'true',
    `${cases}/cases.test.ts`,
  ],
  [
    `${managed}/visible-users.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    'g.account_id = any(${accounts}::bigint[])',
    'g.account_id is not null',
    `${management}/list-users.test.ts`,
  ],
  [
    'platform/audit/server/audit-scope.ts',
    "sql`e.audience = 'account'`",
    'sql`true`',
    'platform/audit/server/audit.test.ts',
  ],
  [
    `${bundles}/bundle-scope.ts`,
    "r.status = 'DELIVERED' and r.deleted_at is null and",
    'r.deleted_at is null and',
    `${bundles}/bundles.test.ts`,
  ],
  [
    'onboarding/join-requests/server/decide-join.ts',
    "visibleIn(session, reviewJoinRequests, 'j.account_id')",
    'sql`true`',
    'onboarding/join-requests/server/join-requests.test.ts',
  ],

  // Limits
  [
    'users/passwords/server/sign-in-throttle.ts',
    'const isLocked = failures >= USER_LIMIT',
    'const isLocked = failures > 2 * USER_LIMIT',
    'sign-in/identity-providers/server/factors.test.ts',
  ],
  [`${managed}/seats.ts`, 'if (reachedLimit)', 'if (false)', 'users/role-assignment/server/role-grants.test.ts'],
  [
    'support/attachments/server/storage-quota.ts',
    'if (reachedLimit)',
    'if (false)',
    'support/attachments/server/storage-quota.test.ts',
  ],
  [
    `${comments}/edit-window.ts`,
    ...never('!isCommentOpen(comment.createdAt, new Date())'),
    `${comments}/case-comments.test.ts`,
  ],
  [
    'access/tokens/server/token-kind.ts',
    '    ...(expires ? [sql`${column(expires)} > now()`] : []),\n',
    '',
    'test/security/token-kinds.test.ts',
  ],
  [
    'access/tokens/server/token-kind.ts',
    '    ...(ended ? [sql`${column(ended)} is null`] : []),\n',
    '',
    'test/security/token-kinds.test.ts',
  ],

  // What is recorded
  [
    `${cases}/change-case.ts`,
    '  await call.record(eventTypeFor(storedCase, caseEdited, internalCaseEvents.edited), {',
    '  void ({',
    `${cases}/case-history.test.ts`,
  ],
  [`${bundles}/transition-bundle.ts`, '  await call.record(bundleMoved, {', '  void ({', `${bundles}/bundles.test.ts`],
  [
    'users/user-deletion/server/transfer-ownership.ts',
    '  await call.record(ownershipTransferred,',
    '  void Object.is(ownershipTransferred,',
    'users/user-deletion/server/user-deletion.test.ts',
  ],

  // Signatures
  [
    `${releases}/signing/dsse.ts`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
    '${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ',
    '',
    `${releases}/verification.test.ts`,
  ],
  ['kit/server/events/chain.ts', '    row.data,\n', '', 'kit/server/events/event-dispatcher.test.ts'],
  [
    'access/tokens/server/derived-secrets.ts',
    "sameSecret((await of(what)).toString('base64url'), secret)",
    "(await of(what)).toString('base64url').length === secret.length",
    `${releases}/downloads.test.ts`,
  ],
  [
    'kit/server/serve/guard.ts',
    ...never('!session.csrfTokens.some((token) => sameSecret(csrfToken, token))'),
    'access/sessions/server/sessions.test.ts',
  ],

  // Figures of the SLA: rounded, in floating point, not clamped, with parts added, as the mean of percentages
  [
    sla,
    '  if (total === 0) return null\n',
    '  if (total === 0) return null\n  return (100 * (1 - lost / total)).toFixed(3)\n',
    slaTest,
  ],
  [
    sla,
    '  if (total === 0) return null\n',
    '  if (total === 0) return null\n  return (Math.floor(100 * (1 - lost / total) * 1000) / 1000).toFixed(3)\n',
    slaTest,
  ],
  [
    sla,
    '  const thousandths = up > 0n ? (up * 100_000n) / BigInt(total) : 0n',
    '  const thousandths = (up * 100_000n) / BigInt(total)',
    slaTest,
  ],
  [
    sla,
    '  const total = times(counts.total, minutes)',
    '  const total = times((counts.total ?? 0) + (counts.d31 ?? 0), minutes)',
    slaTest,
  ],
  [
    sla,
    'availability: availabilityOf(totalModemMinutes, lostModemMinutes) }',
    'availability: availabilityOf(known.length, known.reduce((all, one) => all + one.lostModemMinutes / one.totalModemMinutes!, 0)) }',
    slaTest,
  ],
  [
    sla,
    'lines.filter((line) => line.counted && isIn(view, line))',
    'lines.filter((line) => isIn(view, line))',
    slaTest,
  ],
  ...timeMutants,
  ...deliveryAreas,
]
