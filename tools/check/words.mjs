import { readFileSync } from 'node:fs'
import { filesIn } from './step.mjs'

/**
 * Words that stood for something else than their plain meaning, each with the term of the field for it. They are not
 * used in names, texts or documents; `docs/decisions/192-standard-terms-and-areas.md` says why.
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

/** Where a word has to stand: other systems' terms, and the list itself with its reasons. */
const exceptions = [
  /^tools\/check\/(?:words\.mjs|checks\.test\.ts)$/,
  /^docs\/decisions\/(?:045|192)-/,
  /\.generated\.ts$/,
  /^src\/integrations\/okta\/okta-management/,
  /demo-data\//,
  /package-lock\.json$|openapi\.json$/,
]

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
  return piecesOf(line)
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
