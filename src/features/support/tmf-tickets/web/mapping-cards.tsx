import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { caseStatuses } from '#features/support/case-access/contract.ts'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { PlainTable } from '#kit/web/table/plain-table.tsx'
import {
  type CaseOfTicket,
  caseOfTicket,
  NewTicket,
  notStoredOf,
  priorityOfSeverity,
  severities,
  severityOfPriority,
  statusOfCase,
  statusSteps,
  ticketStatuses,
} from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './exchange.module.css'

/** How statuses and severities are mapped in both directions, and a box to try it. */
export function MappingCards() {
  const t = useText()
  const code = (value: string) => <code>{value}</code>
  const step = (value: (typeof statusSteps)['held']['open']) => (
    <span className={classes.wrapped}>{t(`step.${value}`)}</span>
  )
  return (
    <>
      <Card title={t('mapping')}>
        <div className={classes.stack}>
          <div className={classes.tables}>
            <PlainTable
              label={t('statusOfTicket')}
              id={(status) => status}
              rows={caseStatuses}
              columns={[
                { id: 'case', label: t('statusOfCase'), cell: (status) => t(`status.${status}`) },
                { id: 'ticket', label: t('statusOfTicket'), cell: (status) => code(statusOfCase[status]) },
              ]}
            />
            <div className={classes.stack}>
              <PlainTable
                label={t('priorityOfCase')}
                id={(priority) => priority}
                rows={['CRITICAL', 'HIGH', 'MEDIUM', 'LOW'] as const}
                columns={[
                  { id: 'case', label: t('priorityOfCase'), cell: (priority) => t(`priority.${priority}`) },
                  {
                    id: 'ticket',
                    label: t('severityOfTicket'),
                    cell: (priority) => code(severityOfPriority[priority]),
                  },
                ]}
              />
              <PlainTable
                label={t('severityOfTicket')}
                id={(severity) => severity}
                rows={severities}
                columns={[
                  { id: 'ticket', label: t('setTo'), cell: code },
                  { id: 'case', label: t('priorityOfCase'), cell: (name) => t(`priority.${priorityOfSeverity[name]}`) },
                ]}
              />
            </div>
          </div>
          <PlainTable
            label={t('setTo')}
            id={(status) => status}
            rows={ticketStatuses}
            columns={[
              { id: 'ticket', label: t('setTo'), width: 8, cell: code },
              { id: 'open', label: t('whileOpen'), cell: (status) => step(statusSteps[status].open) },
              { id: 'ended', label: t('afterEnd'), cell: (status) => step(statusSteps[status].ended) },
            ]}
          />
        </div>
      </Card>
      <TryMapping />
    </>
  )
}

const example = JSON.stringify(
  {
    name: 'Node 12 offline',
    description: 'Modems of node 12 go offline every evening.',
    severity: 'Major',
    ticketType: 'incident',
    externalId: 'INC0012345',
    note: [{ author: 'NOC', text: 'It began at 19:00.' }],
  },
  null,
  2,
)

/** Shows the case that a pasted ticket would make; nothing is sent. */
function TryMapping() {
  const t = useText()
  const [text, setText] = useState(example)
  const [trial, setTrial] = useState<Trial>()
  return (
    <Card title={t('tryTitle')}>
      <div className={classes.stack}>
        <Textarea
          label={t('ticket')}
          description={t('tryHint')}
          minRows={8}
          maxRows={20}
          autosize
          spellCheck={false}
          value={text}
          error={trial?.problem}
          onChange={(event) => {
            setText(event.currentTarget.value)
            setTrial(undefined)
          }}
        />
        <div>
          <Button variant="default" onClick={() => setTrial(tryTicket(t, text))}>
            {t('try')}
          </Button>
        </div>
        {trial?.made && <TrialResult made={trial.made} />}
      </div>
    </Card>
  )
}

function TrialResult({ made: { result, ticket, lost } }: { made: NonNullable<Trial['made']> }) {
  const t = useText()
  const [notes, files] = [ticket.note?.length ?? 0, ticket.attachment?.length ?? 0]
  const added = [notes > 0 && t('notes', { count: notes }), files > 0 && t('files', { count: files })]
  const typed = (value: string | undefined) => value && <TypedValue>{value}</TypedValue>
  return (
    <section aria-label={t('caseTitle')} aria-live="polite">
      <h3>{t('caseTitle')}</h3>
      <DescriptionList
        lines={[
          [t('subject'), typed(result.subject)],
          [t('priorityOfCase'), t(`priority.${result.priority}`)],
          [t('statusOfCase'), t('status.NEW')],
          [t('ticketStatus'), typed(statusOfCase.NEW)],
          [t('externalId'), typed(ticket.externalId)],
          [t('product'), typed(result.product)],
          [t('contact'), typed(result.contact)],
          [t('description'), typed(result.description)],
          [t('alsoAdded'), added.filter(Boolean).join(', ')],
          [t('notStored'), typed(lost.join(', '))],
        ]}
      />
    </section>
  )
}

function TypedValue({ children }: { children: string }) {
  return (
    <span className={classes.text} translate="no">
      {children}
    </span>
  )
}

/** The case of a pasted ticket with what would be lost, or why there is none. */
type Trial = {
  readonly problem?: string
  readonly made?: { readonly result: CaseOfTicket; readonly ticket: NewTicket; readonly lost: readonly string[] }
}

/** Maps a pasted ticket by the rules of the server. */
function tryTicket(t: ReturnType<typeof useText>, text: string): Trial {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    return { problem: t('notJson') }
  }
  const read = NewTicket.safeParse(given)
  if (!read.success) return { problem: read.error.issues.map(explained).slice(0, 5).join(' ') }
  const result = caseOfTicket(read.data)
  if (!result) return { problem: t('severityUnknown', { severities: severities.join(', ') }) }
  return { made: { result, ticket: read.data, lost: notStoredOf(read.data) } }
}

function explained({ path, message }: { path: readonly PropertyKey[]; message: string }): string {
  return `${path.map(String).join('.')} ${message}.`.trim()
}
