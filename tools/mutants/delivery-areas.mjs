// Mistakes in collaboration, infrastructure and software, in the form of list.mjs.

const chat = 'collaboration/chat/server'
const wiki = 'collaboration/wiki/server'
const certificates = 'infrastructure/certificates/server'
const links = 'infrastructure/link-jobs/server'
const receipts = 'software/receipts/server'
const rollouts = 'software/rollouts/server'
const uploads = 'software/uploads/server'
const onWiki = `${wiki}/wiki.test.ts`
const onChat = `${chat}/chat.test.ts`
const onCertificates = `${certificates}/certificates.test.ts`
const onLinks = `${links}/link-jobs.test.ts`
const onReceipts = `${receipts}/receipts.test.ts`

const collaborationMutants = [
  // The key of a client is that of its user; threads have one level.
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source text
  [`${chat}/send-message.ts`, ' and author_id = ${userId} and client_key', ' and client_key', onChat],
  [`${chat}/send-message.ts`, ' and thread_ts is null`', '`', onChat],
  [
    `${chat}/case-channel.ts`,
    "  if (internal) throwProblem(chatProblems['chat-case-internal'], { key })\n",
    '',
    onChat,
  ],
  // The depth with what is below, versions of internal texts, subpages that a customer does not see or hid before.
  [`${wiki}/tree.ts`, 'parent.depth + (below.at(-1)?.level ?? 1) > DEEPEST', 'parent.depth + 1 > DEEPEST', onWiki],
  [`${wiki}/page-scope.ts`, "or v.audience = 'ALL')", 'or true)', onWiki],
  [`${wiki}/delete-page.ts`, 'isStaff(session) ? [] : await hiddenOf(tx, below)', '[]', onWiki],
  [`${wiki}/edit-page.ts`, "::bigint[]) and audience = 'ALL' returning", '::bigint[]) returning', onWiki],
]

const infrastructureMutants = [
  // The end of the authority, the sign of a DER number, a list that is renewed in time.
  [
    `${certificates}/issue.ts`,
    'new Date(Math.min(yearsAfter(from, years).getTime(), new X509Certificate(issuing).notAfter.getTime()))',
    'yearsAfter(from, years)',
    onCertificates,
  ],
  [`${certificates}/revocation-list.ts`, 'bytes[0]! >= 0x80', 'bytes[0]! > 0x80', onCertificates],
  [`${certificates}/revocation-list.ts`, 'Date.now() > RENEWED_MS', 'Date.now() > 0', onCertificates],
  // Enrolment tokens: of jobs in progress, of makers who still may, shown to no impersonator, expired only if unused.
  [`${links}/enrolment-tokens.ts`, " and j.state = 'IN_PROGRESS'\n      and d.id", '\n      and d.id', onLinks],
  [
    `${links}/enrolment-tokens.ts`,
    '!makerHolds(job.maker, startLinkJobs, job.account)',
    'false && !makerHolds(job.maker, startLinkJobs, job.account)',
    onLinks,
  ],
  [`${links}/link-routes.ts`, '  if (session.impersonator) return false\n', '', onLinks],
  [`${links}/end-link-jobs.ts`, 'j.exchanged_at is null and j.expires_at', 'j.expires_at', onLinks],
]

const softwareMutants = [
  // Receipts from before the delivery, and keys that were revoked or are private.
  [`${receipts}/take-receipt.ts`, 'delivered.getTime() - CLOCK_MS', 'delivered.getTime() - OLDEST_MS', onReceipts],
  [`${receipts}/take-receipt.ts`, "  if (key.revoked) invalid('its key was revoked')\n", '', onReceipts],
  [`${receipts}/receipt-keys.ts`, "!pem.includes('PRIVATE')", 'pem.length > 0', onReceipts],
  // A share of accounts, and an outage that has not ended.
  [
    `${rollouts}/judge-ring.ts`,
    'Math.ceil((of * percent) / 100)',
    'Math.floor((of * percent) / 100)',
    `${rollouts}/rollouts.test.ts`,
  ],
  [
    `${rollouts}/judge-ring.ts`,
    '...found.map(({ ended }) => ended ?? now))',
    '...found.map(({ ended }) => ended ?? 0))',
    `${rollouts}/rollouts.test.ts`,
  ],
  // The old secret of a credential.
  [
    'software/registry/server/credential-secrets.ts',
    'previousUntil === null || previousUntil.getTime() <= Date.now()',
    'previousUntil === null',
    'software/registry/server/registry.test.ts',
  ],
  // Bytes with a wrong checksum, and a writer beside another.
  [
    `${uploads}/append.ts`,
    'if (checksum || end > limit) await',
    'if (end > limit) await',
    `${uploads}/uploads.test.ts`,
  ],
  [
    `${uploads}/lease.ts`,
    ' and (u.leased_until is null or u.leased_until < clock_timestamp())',
    '',
    `${uploads}/uploads.test.ts`,
  ],
]

export const deliveryAreas = [...collaborationMutants, ...infrastructureMutants, ...softwareMutants]
