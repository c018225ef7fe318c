import * as z from 'zod/mini'
import { roles } from '#features/access/roles/contract.ts'
import { permission } from '#kit/contract/permission.ts'
import { problems } from '#kit/contract/problem.ts'

export const triageProblems = problems({
  'log-not-readable': { status: 422, text: '{name} was not accepted: {reason}' },
  'original-not-allowed': {
    status: 403,
    text: 'Only the user who uploaded {name} and a TAC manager may open the original. Everyone else reads the copy without secrets.',
  },
})

/** Open the original of a file whose secrets are hidden, as its uploader may. */
export const openOriginals = permission(
  'attachment:open-original',
  'Open the original of a log whose secrets are hidden',
  roles('HARMONIC_TAC_MANAGER'),
)

/** What a log says about the system that wrote it. */
export const factKinds = ['product', 'version', 'serial', 'device', 'modems'] as const
export const secretKinds = [
  'password',
  'token',
  'private-key',
  'cloud-key',
  'snmp-community',
  'shared-secret',
  'session',
] as const
/** Why a file is not read. */
export const unreadableReasons = [
  'not-text',
  'not-gzip',
  'not-tar',
  'too-large',
  'too-many-files',
  'too-deep',
  'too-long',
] as const
export type UnreadableReason = (typeof unreadableReasons)[number]

const LogFact = z.object({
  fact: z.enum(factKinds),
  value: z.string(),
  /** The product that the line names, as cases name it; null where it names none. */
  product: z.nullable(z.string()),
  line: z.int(),
  /** The file within an archive, or the file itself. */
  file: z.string(),
})
export type LogFact = z.output<typeof LogFact>

const LogSignature = z.object({
  /** The text fragment of the rule pack or of a known issue. */
  signature: z.string(),
  line: z.int(),
  /** The line, without secrets. */
  text: z.string(),
  file: z.string(),
})

/** What was found in a log; what others read of it is the copy without its secrets. */
export const LogReading = z.nullable(
  z.object({
    /** The version of the rule pack. */
    pack: z.string(),
    /** Why it could not be read; then only its uploader and a TAC manager can open it. */
    unreadable: z.nullable(z.enum(unreadableReasons)),
    lines: z.int(),
    facts: z.array(LogFact),
    signatures: z.array(LogSignature),
    /** The number of hidden secrets, and of each kind. */
    secretCount: z.int(),
    secrets: z.record(z.string(), z.int()),
  }),
)
export type LogReading = z.output<typeof LogReading>

/** Extensions of attachments that are read: text, and text in gzip and tar. */
const readExtensions = 'cfg conf csv gz json log md pem tar tgz tsv txt xml yaml yml'.split(' ')

/** What the content of a file is, whatever its name. */
export type LogForm = 'text' | 'gzip' | 'tar' | 'other'

/** Why the name of a file promises something else than its content is; null where it does not. */
export function nameMismatch(filename: string, form: LogForm): UnreadableReason | null {
  if (/\.(?:gz|tgz)$/i.test(filename)) return form === 'gzip' ? null : 'not-gzip'
  if (/\.tar$/i.test(filename)) return form === 'tar' ? null : 'not-tar'
  return form === 'text' ? null : 'not-text'
}

/** Whether an attachment of this name is read. */
export function isReadName(filename: string): boolean {
  return readExtensions.includes(filename.slice(filename.lastIndexOf('.') + 1).toLowerCase())
}

/** The facts to suggest for a form: the first version with its product, and each kind once. */
export function suggestedFacts(readings: readonly LogReading[]): LogFact[] {
  const facts = readings.flatMap((reading) => reading?.facts ?? [])
  const version =
    facts.find(({ fact, product }) => fact === 'version' && product) ?? facts.find(({ fact }) => fact === 'version')
  const product = facts.find((one) => one.fact === 'product' && (!version?.product || one.product === version.product))
  const first = (kind: LogFact['fact']) => facts.find(({ fact }) => fact === kind)
  const namedProduct: LogFact | undefined =
    product ?? (version?.product ? { ...version, fact: 'product', value: version.product } : undefined)
  return [namedProduct, version, first('serial'), first('device'), first('modems')].filter((one) => one !== undefined)
}
