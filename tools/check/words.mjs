import { readFileSync } from 'node:fs'
import { filesIn } from './step.mjs'

/**
 * Words that stood for something else than their plain meaning, each with the term of the field for it. They are not
 * used in names, texts or documents; `docs/decisions/045-plain-terms-and-areas.md` says why.
 */
export const words = {
  refuse: 'reject',
  refuses: 'rejects',
  refused: 'rejected',
  refusal: 'error',
  refusals: 'errors',
  dossier: 'owned items',
  runway: 'onboarding checklist',
  rehearse: 'preview, dry run',
  rehearsal: 'preview, dry run',
  mend: 'fix, correct',
  mended: 'fixed, corrected',
  vouch: 'confirm',
  vouches: 'confirms',
  whoever: 'the user who',
  heir: 'new owner, successor',
  heirs: 'new owners, successors',
  reseal: 're-encrypt',
  unseal: 'decrypt',
  sealed: 'encrypted',
  pour: 'write',
  patience: 'timeout',
  doctor: 'diagnostics',
  anew: 'again',
  doer: 'actor',
  door: 'public entry point',
  doors: 'public entry points',
  hangs: 'depends on, does not respond',
  hear: 'receive',
  heard: 'received',
  hears: 'receives',
  hung: 'unresponsive',
  looked: 'scanned, checked, read',
  pump: 'event dispatcher',
  reactions: 'event handlers',
  rooms: 'features, channels',
  seal: 'encrypt, append to the chain',
  seals: 'encrypts, appends to the chain',
  tells: 'notifies, returns, distinguishes',
  told: 'notified, shown, returned',
  verbs: 'commands, operations',
  vouched: 'confirmed',
  voucher: 'external identity provider',
}

/** Where an old word has to stand: stored values, other systems' terms, and the list itself. */
const exceptions = [
  /^src\/database\/migrations/,
  /^tools\/check\/(?:words\.mjs|checks\.test\.ts)$/,
  /^docs\/decisions\/045-/,
  /\.generated\.ts$/,
  /^src\/integrations\/okta\/okta-management/,
  /demo-data\//,
  /package-lock\.json$|openapi\.json$/,
]

/** Columns, names of event handlers in queued jobs, and the purpose of a key: stored, so they keep their names. */
const stored =
  /\bk\.told\b|\btold = g\.told\b|\btold(?: jsonb|: notified)|\b(?:heard|looked)_at\b|-looked-at\b|, 'seal'\)/g

const places = ['src', 'tools', 'bench', 'docs', 'README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'STYLE.md']

/** The places where one of the words is used; undefined when there is none. */
export function wordsOfSource() {
  const lines = places
    .flatMap(filesIn)
    .filter((path) => /\.(?:tsx?|mjs|css|json|md)$/.test(path) && !exceptions.some((form) => form.test(path)))
    .flatMap((path) =>
      [path, ...readFileSync(path, 'utf8').split('\n')].flatMap((line, at) => wordsIn(line, `${path}:${at}`)),
    )
  return lines.length > 0 ? lines.join('\n') : undefined
}

/** A line for each of the words in a line of a file. */
export function wordsIn(line, place) {
  // The last name of a declaration is the one under which earlier versions recorded the event.
  return piecesOf(line.replace(/(defineEvent\('[^']+', '[^']+', )'[^']+'/, '$1').replaceAll(stored, ''))
    .filter((word) => Object.hasOwn(words, word))
    .map((word) => `${place} "${word}": use ${words[word]}`)
}

/** The words of a line; names are taken apart at capital letters. */
function piecesOf(line) {
  return line
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
}
