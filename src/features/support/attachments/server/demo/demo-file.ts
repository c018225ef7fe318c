import { readFile } from 'node:fs/promises'

/** The data of a demo case for a file about it, and the text of the comment that the file came with. */
export type FileContext = {
  readonly key: string
  readonly subject: string
  readonly description: string
  readonly account: string
  readonly opened: Date
  readonly at: Date
  readonly text: string
  /** The earlier comments, oldest first. */
  readonly before: readonly { readonly at: Date; readonly text: string }[]
}
export type DemoFile = { readonly filename: string; readonly mediaType: string; readonly bytes: Buffer }

/** The file that a comment mentions: a picture, the reason for an outage, or the output of a device. */
export async function fileOf(context: FileContext): Promise<DemoFile> {
  const key = context.key.toLowerCase()
  if (/screenshot|graph|curve/i.test(context.text))
    return { filename: `${key}-graph.png`, mediaType: 'image/png', bytes: await picture() }
  if (/RFO|reason-for-outage/i.test(context.text))
    return text(`${key}-reason-for-outage.md`, 'text/markdown', outage(context))
  return text(
    /[\w-]+\.txt/.exec(context.text)?.[0] ?? `${key}-tech-support.txt`,
    'text/plain',
    techSupportLines(context),
  )
}

/** A graph of the upstream, drawn from generated figures. */
function picture(): Promise<Buffer> {
  return readFile(new URL('./demo-data/rxmer.png', import.meta.url))
}

function text(filename: string, mediaType: string, lines: readonly string[]): DemoFile {
  return { filename, mediaType, bytes: Buffer.from(`${lines.join('\n')}\n`) }
}

function outage({ key, subject, account, opened, before }: FileContext): string[] {
  return [
    `# Reason for outage (draft): ${key}`,
    '',
    `${subject}. Account: ${account}. Times are UTC.`,
    '',
    '| Time | What happened |',
    '| --- | --- |',
    `| ${clock(opened)} | Case opened |`,
    ...before.map(({ at, text }) => `| ${clock(at)} | ${text.replaceAll(/\s+/g, ' ').replaceAll('|', '/')} |`),
  ]
}

/** The output of `show tech-support` begins with the state of the device; the rest is derived from the case. */
function techSupportLines({ key, subject, description, at, before }: FileContext): string[] {
  const lines = [description, ...before.map(({ text }) => text)].flatMap((part) => part.split('\n')).filter(Boolean)
  return [
    `! tech-support for ${key}, taken ${at.toISOString()}`,
    `! ${subject}`,
    '!',
    ...Array.from({ length: 24 }, (_, nth) => {
      const moment = new Date(at.getTime() - (24 - nth) * 41_000)
      const load = 31 + ((nth * 7 + key.length) % 23)
      return `${moment.toISOString()} core-0 platform: cpu ${load} % mem ${58 + (nth % 5)} % modems-online ${11_840 + ((nth * 13) % 29)}`
    }),
    '!',
    ...lines.map((line) => `# ${line}`),
  ]
}

function clock(moment: Date): string {
  return moment.toISOString().slice(0, 16).replace('T', ' ')
}
