import { Textarea } from '@mantine/core'
import { useState } from 'react'
import { Button } from '#kit/web/look/button.tsx'
import { Card } from '#kit/web/look/card.tsx'
import { DescriptionList } from '#kit/web/look/facts.tsx'
import { statusOfCase } from '../contract.ts'
import { useText } from '../texts.ts'
import classes from './exchange.module.css'
import { type Trial, tryTicket } from './try-ticket.ts'

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
export function TryMapping() {
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
        {trial?.made && <Made made={trial.made} />}
      </div>
    </Card>
  )
}

function Made({ made: { result, ticket, lost } }: { made: NonNullable<Trial['made']> }) {
  const t = useText()
  const [notes, files] = [ticket.note?.length ?? 0, ticket.attachment?.length ?? 0]
  const added = [notes > 0 && t('notes', { count: notes }), files > 0 && t('files', { count: files })]
  const typed = (value: string | undefined) => value && <Typed>{value}</Typed>
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

function Typed({ children }: { children: string }) {
  return (
    <span className={classes.text} translate="no">
      {children}
    </span>
  )
}
