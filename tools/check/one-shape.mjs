import { readFileSync } from 'node:fs'
import { complaintAbout, filesIn } from './step.mjs'

/** What has one place in the source: what a second place looks like, the place, and what to use instead. */
const shapes = [
  [/\.transaction\(\)/, 'src/kit/server/serve/transaction.ts', 'inTransaction'],
  [
    /'all' \? sql(?:<boolean>)?`true` : sql(?:<boolean>)?`[\w.]+ = any\(/,
    'src/kit/server/visible.ts',
    'visibleIn or inAccounts',
  ],
  [
    /offset \$\{(?:\w+\.)?page \*(?! size -)/,
    'src/kit/server/list/find-page.ts',
    'findPage, or limitOf within a statement',
  ],
  [
    /select count\(\*\)(?:::int)? as (?:count|total), max\(/,
    [
      'src/kit/server/list/find-page.ts',
      // In one statement, or prepared: the page is made of text, or ends at a key.
      'src/features/accounts/accounts/server/account-store.ts',
      'src/features/software/uploads/server/component-list.ts',
      'src/features/support/known-issues/server/known-issue-store.ts',
      'src/features/support/known-issues/server/list-known-issues.ts',
    ],
    'findPage',
  ],
  [/\w \? 'desc' : 'asc'\)/, 'src/kit/server/list/find-page.ts', 'directionOf'],
  [/\bhd[a-z]_\$\{|\^bearer \+\(\[A-Za-z0-9_-\]/, 'src/features/access/tokens/server/token-kind.ts', 'tokenKind'],
  [
    /\bqueueMails?\b/,
    [
      'src/kit/server/mail.ts',
      'src/features/messaging/notifications/server/channels/mail.ts',
      // Mail of many notifications at once.
      'src/features/messaging/notifications/server/digests.ts',
    ],
    'notifier.notify',
  ],
  [/timingSafeEqual/, 'src/kit/server/same-secret.ts', 'sameSecret'],
  [
    /throwProblem\(accountProblems\['account-not-found'\]/,
    [
      'src/features/accounts/accounts/server/account-in.ts',
      // Everything of one account as its page shows it, and accounts locked as their own commands need them.
      'src/features/accounts/accounts/server/account-store.ts',
      'src/features/accounts/accounts/server/stored-account.ts',
      // Several accounts with the versions of their lists, in one statement.
      'src/features/support/cases/server/case-collection.ts',
    ],
    'accountIn',
  ],
  [
    /(?<!\(select \w+ )from accounts(?: a)?\s+where (?:a\.)?name = \$\{|selectFrom\('accounts'\)(?:\s*\.select\([^)]*\))?\s*\.where\('name', '='/,
    [
      'src/features/access/scope/server/account-in.ts',
      // Whether a name is taken, and a role granted on the command line: neither is in anybody's sight.
      'src/features/onboarding/account-requests/server/write-request.ts',
      'src/features/users/users/server/grant-role.ts',
    ],
    'accountIn, or findAccountIn for a problem of your own',
  ],
  [
    /<ErrorState\b/,
    [
      'src/kit/web/states/query-view.tsx',
      // What a component throws, and a list that is read page by page.
      'src/kit/web/states/error-boundary.tsx',
      'src/kit/web/table/grid.tsx',
      'src/kit/web/table/phone-list.tsx',
      'src/web/router.tsx',
    ],
    'QueryView',
  ],
  [
    // The account of a page is no query: it is there, or the page is about all of them.
    /if \(!(?!account\))[\w.?]+(?: \|\| ![\w.?]+)*\)\s*return \(?\s*<LoadingRows\b|(?:![\w.?]+|=== undefined|\.isPending) (?:&&|\?) \(?\s*<LoadingRows\b/,
    [
      // The decision waits for the changes, and is offered without them where they cannot be read.
      'src/features/software/release-pages/web/approval-detail.tsx',
    ],
    'QueryView',
  ],
  [/\blazy\(/, 'src/kit/web/lazy-named.ts', 'lazyNamed'],
]

/**
 * An address of a page in the browser, written by hand: what is called `to`, `href` or `back` and begins with a slash,
 * an account in a template, and any text that begins as pages do. Pages declare their addresses in `paths.ts`.
 */
const addresses = [
  /\b(?:to|href|back|redirectTo)(?:=|: )(?:\{|\(\w*\) => )?\(?(?:[\w.]+ (?:\?|&&) )?['"`]\/(?=[\w$])(?!api\/)/,
  /\b(?:go|navigate)\((?:\{ (?:to|href): )?['"`]\/(?=[\w$])/,
  /`\/\$\{[^}]*\}\/\$\{/,
  /['"`]\/(?:admin|alerts|analytics|calendar|dashboard|decisions|infrastructure|me|software|support|teams|wiki)(?=[/'"`?])/,
]

/** The link of a notification or a mail, written by hand on the server. */
const links = /\blink: ['"`]\/(?=[\w$])/

/** Places that repeat what is done in one; tests and the making of demo data may. */
export function oneShape() {
  const files = filesIn('src').filter(
    (path) => /\.tsx?$/.test(path) && !/\.(test|e2e)\.ts$|^src\/test\/|\/demo[-/]/.test(path),
  )
  return complaintAbout(
    files.flatMap((path) => repeatedIn(path, readFileSync(path, 'utf8'))),
    'a second copy',
  )
}

/** The lines of a file that another file has the one shape for, each as `path:line: use name`. */
export function repeatedIn(path, text) {
  const byHand = /\/web\//.test(path) ? addresses : /\/server\//.test(path) ? [links] : []
  const ofAddresses = byHand.map((form) => [form, [], 'a path of paths.ts'])
  return [...shapes, ...ofAddresses]
    .filter(([, places]) => ![places].flat().includes(path))
    .flatMap(([form, , name]) =>
      [...text.matchAll(new RegExp(form, 'g'))].map(({ index }) => [text.slice(0, index).split('\n').length, name]),
    )
    .sort(([one], [other]) => one - other)
    .map(([line, name]) => `${path}:${line}: use ${name}`)
}
