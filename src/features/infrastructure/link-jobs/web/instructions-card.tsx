import { useQuery } from '@tanstack/react-query'
import { callText } from '#kit/web/data/call.ts'
import { Markdown } from '#kit/web/form/markdown.tsx'
import { IconCheck, IconDownload } from '#kit/web/icons/icons.generated.ts'
import { Card } from '#kit/web/look/card.tsx'
import { IconButton } from '#kit/web/look/icon-button.tsx'
import { CopyButton } from '#kit/web/states/copy-button.tsx'
import { QueryView } from '#kit/web/states/query-view.tsx'
import { type LinkJob, type LinkStep, readLinkInstructions } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './links-page.module.css'

/** The instructions, with the state of each section and a button that copies each command. */
export function InstructionsCard({ job }: { job: LinkJob }) {
  const t = useText()
  const { id, customer, version } = job
  const query = useQuery({
    // They say when the token was used, so they belong to a version of the job.
    queryKey: ['readLinkInstructions', customer, id, version],
    queryFn: () => callText(readLinkInstructions, { params: { customer, id } }),
  })
  return (
    <Card
      title={t('instructions.title')}
      note={t('instructions.note')}
      right={
        <IconButton
          size={28}
          aria-label={t('instructions.download')}
          href={`/api/infrastructure/jobs/link/${customer}/${id}/instructions`}
          download
        >
          <IconDownload size={16} aria-hidden />
        </IconButton>
      }
    >
      <QueryView query={query} rows={8}>
        {(text) => {
          const [intro, ...numberedSections] = splitInstructions(text)
          return (
            <>
              {intro && (
                <div translate="no">
                  <Parts section={intro} numbers={0} />
                </div>
              )}
              {numberedSections.length > 0 && (
                <ol className={classes.sections} translate="no">
                  {numberedSections.map((section, index) => (
                    <li key={section.title} data-state={stateOf(job, index)}>
                      <span className={classes.marker} aria-hidden>
                        {stateOf(job, index) === 'DONE' ? <IconCheck size={14} /> : index + 1}
                      </span>
                      <h3>{section.title}</h3>
                      <Parts section={section} numbers={index + 1} />
                    </li>
                  ))}
                </ol>
              )}
            </>
          )
        }}
      </QueryView>
    </Card>
  )
}

/** The first section is the exchange; all others are done when samples arrive. */
function stateOf({ steps }: LinkJob, index: number): LinkStep['state'] {
  return steps.find(({ name }) => name === (index === 0 ? 'exchange' : 'samples'))?.state ?? 'QUEUED'
}

function Parts({ section, numbers }: { section: InstructionSection; numbers: number }) {
  const t = useText()
  return section.parts.map(({ kind, text }) =>
    kind === 'text' ? (
      <Markdown key={text} text={text} />
    ) : (
      <div key={text} className={classes.command}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long command is scrolled with the keyboard */}
        <pre tabIndex={0} translate="no">
          {text}
        </pre>
        <CopyButton value={text} label={t('instructions.copy', { number: numbers })} />
      </div>
    ),
  )
}

/** A part of the instructions: Markdown, or a command to copy. */
type InstructionPart = { readonly kind: 'text' | 'code'; readonly text: string }
/** A numbered section; the first one, before the numbers, has no title. */
type InstructionSection = { readonly title: string | null; readonly parts: readonly InstructionPart[] }

/** Splits instructions at their headings and code blocks, so that each command gets a button and each step its state. */
function splitInstructions(markdown: string): InstructionSection[] {
  return markdown
    .replace(/^# .*\n/, '')
    .split(/^## (?:\d+\. )?/m)
    .map((section, index) => {
      const [, title, body] =
        index === 0 ? ['', null, section] : (/^(.*)\n([\s\S]*)$/.exec(section) ?? ['', section, ''])
      return { title: title ?? null, parts: partsOf(body ?? '') }
    })
}

function partsOf(body: string): InstructionPart[] {
  return body.split(/^```/m).flatMap((piece, index): InstructionPart[] => {
    const text = (index % 2 === 1 ? piece.replace(/^\w*\n/, '') : piece).trim()
    return text === '' ? [] : [{ kind: index % 2 === 1 ? 'code' : 'text', text }]
  })
}
